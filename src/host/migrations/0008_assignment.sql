-- What an import tells was: a sheet may lend a caregiver out who serves one patient alone. What is decided here may not.
ALTER TABLE order_assignment ADD COLUMN tolerated boolean NOT NULL DEFAULT false;
--> statement-breakpoint
UPDATE order_assignment a SET tolerated = true
WHERE NOT a.exclusive AND a.status <> 'void' AND (
  EXISTS (SELECT FROM care_order o WHERE o.id = a.order_id AND o.source = 'import')
  OR EXISTS (SELECT FROM order_assignment b WHERE b.caregiver_id = a.caregiver_id AND b.exclusive AND b.status <> 'void' AND b.during && a.during));
--> statement-breakpoint
-- who serves one patient alone serves nobody else then, whichever of the two came first
ALTER TABLE order_assignment ADD CONSTRAINT assignment_alone_or_shared EXCLUDE USING gist
  (caregiver_id WITH =, (exclusive::int) WITH <>, during WITH &&) WHERE (status <> 'void' AND NOT tolerated);
--> statement-breakpoint
-- A day that changes hands at noon: who takes over, and what of caregiver_pay_fen, which stays the pay of the whole day, is theirs.
ALTER TABLE order_service_day ADD COLUMN relief_id bigint REFERENCES caregiver,
  ADD COLUMN relief_pay_fen bigint NOT NULL DEFAULT 0 CHECK (relief_pay_fen BETWEEN 0 AND caregiver_pay_fen AND (relief_id IS NOT NULL OR relief_pay_fen = 0));
--> statement-breakpoint
-- places of a hospital: which live order has which bed
CREATE INDEX care_order_hospital_alive ON care_order (hospital_id, bed_id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
