-- What tells of a person may be taken out of what else only grows (src/areas/erasure): rows stay, and only who owns the table may, within a transaction that says so.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('nursing.erasing', true) = 'on' AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- Lines of the audit that something was taken out of. Their own hash stays, so that the chain holds; what they are now is hashed here, and all that one erasure changed once more in the line that tells of it (`by_seq`).
CREATE TABLE audit_erasure (
  seq bigint NOT NULL,
  by_seq bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (seq, by_seq)
);
--> statement-breakpoint
CREATE INDEX audit_erasure_by ON audit_erasure (by_seq, seq);
--> statement-breakpoint
CREATE TRIGGER audit_erasure_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_erasure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
