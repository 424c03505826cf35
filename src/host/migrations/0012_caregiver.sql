-- When a blacklisting is looked at again, and what a suspension is for: one for the health certificate ends when that is renewed.
ALTER TABLE caregiver ADD COLUMN review_on date, ADD COLUMN suspended_for text CHECK (suspended_for IN ('health', 'other'));
--> statement-breakpoint
UPDATE caregiver SET suspended_for = CASE WHEN status_reason LIKE '%健康证%' THEN 'health' ELSE 'other' END WHERE status = 'suspended';
--> statement-breakpoint
ALTER TABLE caregiver_certificate ADD COLUMN revoked_by bigint, ADD COLUMN revoke_reason text;
--> statement-breakpoint
-- what the health rule reads, by this alone
CREATE INDEX caregiver_certificate_health ON caregiver_certificate (caregiver_id, expires_on, issued_on) WHERE kind = 'health' AND revoked_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_suspended ON caregiver (id) WHERE status = 'suspended' AND suspended_for = 'health' AND deleted_at IS NULL;
--> statement-breakpoint
-- who is to be kept out, by ID number, also when the record itself is gone
CREATE INDEX caregiver_blacklisted ON caregiver (id_no) WHERE status = 'blacklisted';
--> statement-breakpoint
-- the picture or document itself; caregiver_certificate.file has its name
CREATE TABLE caregiver_certificate_file (
  certificate_id bigint PRIMARY KEY REFERENCES caregiver_certificate ON DELETE CASCADE, type text NOT NULL CHECK (type IN ('application/pdf', 'image/png', 'image/jpeg')),
  bytes bytea NOT NULL, added_by bigint NOT NULL, added_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- append-only; the story on the page and the undo source. No actor: time itself did it
CREATE TABLE caregiver_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, caregiver_id bigint NOT NULL REFERENCES caregiver, version int NOT NULL, event text NOT NULL, from_status text, to_status text,
  actor_id bigint, actor_role smallint, reason text, before jsonb, after jsonb, snapshot jsonb, undoes bigint UNIQUE REFERENCES caregiver_event, at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX caregiver_event_caregiver ON caregiver_event (caregiver_id, id);
--> statement-breakpoint
CREATE INDEX caregiver_event_at ON caregiver_event (at);
--> statement-breakpoint
CREATE TRIGGER caregiver_event_append_only BEFORE UPDATE OR DELETE ON caregiver_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- running numbers of new staff; numbers that a seed or an import gave are stepped over
CREATE SEQUENCE caregiver_staff_no START 100001;
