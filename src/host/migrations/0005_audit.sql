-- Where the chain of the audit ends: what was cut off its end is missed too. `before_chain`: the last line from before there was one.
CREATE TABLE audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  before_chain bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO audit_head (seq, hash, before_chain) SELECT 0, '', coalesce(max(id), 0) FROM audit_event;
--> statement-breakpoint
-- The text that a line is hashed as; src/areas/audit/verify.ts says the same, so that a changed function here is found out too.
CREATE FUNCTION audit_line(e audit_event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(e.seq, e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.actor_role, e.session_id, e.ip::text, e.user_agent, e.action, e.entity, e.entity_id, e.hospital_id, e.ok, e.error_code, e.before, e.after, e.request_id, e.ms)::text
$$;
--> statement-breakpoint
CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_head;
BEGIN
  -- One writer at a time from here to its commit. An audit row is the last thing a transaction writes, so nobody who waits here holds
  -- what the one in front still needs.
  PERFORM pg_advisory_xact_lock(73052027);
  SELECT * INTO STRICT head FROM audit_head;
  NEW.seq := head.seq + 1;
  NEW.hash := sha256(head.hash || convert_to(audit_line(NEW), 'UTF8'));
  UPDATE audit_head SET seq = NEW.seq, hash = NEW.hash;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_event_chain BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION chain_audit();
--> statement-breakpoint
CREATE INDEX audit_event_at ON audit_event (at, id);
