-- Whom an order was handed to, and since when they do not know: null where they took it over themselves.
ALTER TABLE care_order ADD COLUMN keeper_id bigint REFERENCES sys_user, ADD COLUMN handed_at timestamptz;
--> statement-breakpoint
-- "assigned to me": orders of a keeper that have not ended (areas/order/tables.ts repeats this condition)
CREATE INDEX care_order_kept ON care_order (keeper_id, id) WHERE keeper_id IS NOT NULL AND deleted_at IS NULL AND NOT (status IN ('closed', 'cancelled'));
--> statement-breakpoint
-- "unassigned too long": those that wait, by since when, with what a scope asks of them
CREATE INDEX care_order_unassigned ON care_order ((coalesce(waiting_since, actual_end_at, actual_start_at, created_at)), hospital_id, department_id) WHERE status = 'pending_assign' AND deleted_at IS NULL;
--> statement-breakpoint
-- "certificates ending": whether another of its kind lasts longer
CREATE INDEX caregiver_certificate_lasting ON caregiver_certificate (caregiver_id, kind, expires_on, id) WHERE revoked_at IS NULL;
--> statement-breakpoint
-- until when someone has seen the notices of a kind
CREATE TABLE notice_seen (
  account_id bigint NOT NULL REFERENCES sys_user, kind text NOT NULL, seen_at timestamptz NOT NULL, PRIMARY KEY (account_id, kind)
);
