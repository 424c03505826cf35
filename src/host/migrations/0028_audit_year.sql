-- The audit by years, so that a year of it can be vacuumed or moved to another disk by itself. By years and not by months: every question that names no day is planned for each part (src/host/operating/scale.md has the figures).
-- What was written so far becomes the first part as it lies: nothing is copied.
LOCK TABLE audit_event IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DO $make$
DECLARE
  -- a bound that no line has reached; fixed where there are none, so that every new database is the same
  first CONSTANT int := greatest(2027, (SELECT extract(year FROM max(at) AT TIME ZONE 'Asia/Shanghai') + 1 FROM audit_event));
  begun CONSTANT text := 'audit_event_before_' || first;
  last bigint;
  given boolean;
BEGIN
  SELECT last_value, is_called INTO last, given FROM audit_event_id_seq;
  DROP TRIGGER audit_event_append_only ON audit_event;
  DROP TRIGGER audit_event_chain ON audit_event;
  DROP TRIGGER audit_event_noted ON audit_event;
  DROP FUNCTION audit_line(audit_event);
  ALTER TABLE audit_event ALTER COLUMN id DROP IDENTITY, DROP CONSTRAINT audit_event_pkey;
  EXECUTE format('ALTER TABLE audit_event RENAME TO %I', begun);
  EXECUTE format('CREATE TABLE audit_event (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (at)', begun);
  ALTER TABLE audit_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
  PERFORM setval('audit_event_id_seq', last, given);
  -- an index of the part that says the same becomes a piece of the whole's
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (id, at)', begun, begun || '_pkey');
  DROP INDEX audit_event_seq;
  EXECUTE format('CREATE UNIQUE INDEX %I ON %I (seq, at)', begun || '_seq', begun);
  EXECUTE format('ALTER INDEX audit_event_entity RENAME TO %I', begun || '_entity');
  EXECUTE format('ALTER INDEX audit_event_actor RENAME TO %I', begun || '_actor');
  EXECUTE format('ALTER INDEX audit_event_action RENAME TO %I', begun || '_action');
  EXECUTE format('ALTER INDEX audit_event_at RENAME TO %I', begun || '_at');
  ALTER TABLE audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id, at);
  CREATE INDEX audit_event_entity ON audit_event (entity, entity_id, id);
  CREATE INDEX audit_event_actor ON audit_event (actor_id, id);
  CREATE INDEX audit_event_action ON audit_event (action, id);
  CREATE INDEX audit_event_at ON audit_event (at, id);
  -- that no number is there twice over all parts the chain's lock and head see to, and audit:verify sees
  CREATE UNIQUE INDEX audit_event_seq ON audit_event (seq, at);
  EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', begun, first || '-01-01 00:00+08');
  CREATE TABLE audit_event_default PARTITION OF audit_event DEFAULT;
  -- a trigger for each statement fires for the table that is named: whoever names a part is refused there
  EXECUTE format('CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', begun);
END $make$;
--> statement-breakpoint
CREATE FUNCTION audit_line(e audit_event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(e.seq, e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.actor_role, e.session_id, e.ip::text, e.user_agent, e.action, e.entity, e.entity_id, e.hospital_id, e.ok, e.error_code, e.before, e.after, e.request_id, e.ms)::text
$$;
--> statement-breakpoint
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event_default FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_event_chain BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION chain_audit();
--> statement-breakpoint
CREATE TRIGGER audit_event_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION note_change();
--> statement-breakpoint
-- Makes the part of a year, with what of it lies in the default part; false where it is there. A year begins in Shanghai.
CREATE FUNCTION audit_make_year(year int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  part CONSTANT text := 'audit_event_' || year;
  since CONSTANT timestamptz := (year || '-01-01 00:00+08')::timestamptz;
  till CONSTANT timestamptz := (year + 1 || '-01-01 00:00+08')::timestamptz;
BEGIN
  IF to_regclass(part) IS NOT NULL OR year < (SELECT substring(c.relname, '^audit_event_before_(\d+)$')::int FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_event'::regclass AND c.relname LIKE 'audit\_event\_before\_%') THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE audit_event INCLUDING DEFAULTS)', part);
  IF EXISTS (SELECT FROM audit_event_default WHERE at >= since AND at < till) THEN
    -- the lines keep their place in the chain; nobody else reads or writes here until this transaction ends
    ALTER TABLE audit_event_default DISABLE TRIGGER audit_event_append_only;
    EXECUTE format('WITH moved AS (DELETE FROM audit_event_default WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved', part) USING since, till;
    ALTER TABLE audit_event_default ENABLE TRIGGER audit_event_append_only;
  END IF;
  EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, since, till);
  EXECUTE format('CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
  RETURN true;
END $$;
--> statement-breakpoint
-- The parts of this year and the next, and of years that lines fell into the default part of; how many it made. One at a time; for the sweep.
CREATE FUNCTION audit_make_years() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  this CONSTANT int := extract(year FROM now() AT TIME ZONE 'Asia/Shanghai');
  due int;
  dues int[];
  n int := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(73052029) THEN RETURN 0; END IF;
  -- read to its end before anything is made: a part that is being read cannot be changed
  dues := ARRAY(SELECT this UNION SELECT this + 1 UNION SELECT extract(year FROM d.at AT TIME ZONE 'Asia/Shanghai')::int FROM audit_event_default d WHERE d.at < (this + 2 || '-01-01 00:00+08')::timestamptz ORDER BY 1);
  FOREACH due IN ARRAY dues LOOP
    IF audit_make_year(due) THEN n := n + 1; END IF;
  END LOOP;
  IF n > 0 THEN ANALYZE audit_event; END IF;
  RETURN n;
END $$;
--> statement-breakpoint
SELECT audit_make_year(y) FROM (SELECT substring(c.relname, '\d+$')::int AS first FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE i.inhparent = 'audit_event'::regclass AND c.relname LIKE 'audit\_event\_before\_%') f CROSS JOIN LATERAL generate_series(f.first, f.first + 1) y;
