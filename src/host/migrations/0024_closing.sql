-- A month of a hospital is closed: its version counts closings and reopenings, so that of two people at once exactly one wins. The last reopening says why.
ALTER TABLE settlement_period ADD COLUMN version int NOT NULL DEFAULT 0, ADD COLUMN reopen_reason text;
--> statement-breakpoint
-- what a closing finds again when it is opened
CREATE INDEX order_service_day_period ON order_service_day (period_id) WHERE period_id IS NOT NULL;
--> statement-breakpoint
-- The lock of a hospital's books. Whoever writes its days or dated money shares them until the transaction ends; who closes or reopens a month of it has them alone, and never waits for them (areas/settlement/close.ts).
CREATE FUNCTION settlement_books(hospital bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 73052028 * 4294967296 + $1 $$;
--> statement-breakpoint
-- Waits for a closing: for who has no day of the hospital in hand, which the closing may wait for.
CREATE FUNCTION settlement_share(hospital bigint) RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock_shared(settlement_books($1)) $$;
--> statement-breakpoint
CREATE FUNCTION settlement_say(hospital bigint, at date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'day % of hospital % is closed', at, hospital USING ERRCODE = '23C01', CONSTRAINT = 'settlement_closed';
END $$;
--> statement-breakpoint
-- A closed day refuses to come, to change and to go; what a statement says was received and adjusted stays as it was said, and both tables only ever grow. While its month is being closed a day waits to come, and refuses to change.
-- OFFSET 0: each row by its order, however small the tables were when this was planned.
DO $make$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT * FROM (VALUES
    ('order_service_day', 'INSERT', 'NEW TABLE AS news', 'news', 'x.day'),
    ('order_service_day', 'UPDATE', 'OLD TABLE AS olds NEW TABLE AS news', '((SELECT * FROM olds EXCEPT ALL SELECT * FROM news) UNION ALL (SELECT * FROM news EXCEPT ALL SELECT * FROM olds))', 'x.day'),
    ('order_service_day', 'DELETE', 'OLD TABLE AS olds', 'olds', 'x.day'),
    ('order_payment', 'INSERT', 'NEW TABLE AS news', 'news', '(x.received_at AT TIME ZONE o.timezone)::date'),
    ('order_adjustment', 'INSERT', 'NEW TABLE AS news', 'news', '(x.created_at AT TIME ZONE o.timezone)::date')) v(name, way, tables, rows, day)
  LOOP
    EXECUTE format($f$CREATE FUNCTION %1$s_closed_%2$s() RETURNS trigger LANGUAGE plpgsql AS $b$
      DECLARE
        hit record;
      BEGIN
        FOR hit IN SELECT DISTINCT o.hospital_id AS id FROM %3$s x CROSS JOIN LATERAL (SELECT c.hospital_id FROM care_order c WHERE c.id = x.order_id OFFSET 0) o LOOP
          %4$s
        END LOOP;
        SELECT o.hospital_id, %5$s AS day INTO hit FROM %3$s x CROSS JOIN LATERAL (SELECT c.hospital_id, h.timezone FROM care_order c JOIN hospital h ON h.id = c.hospital_id WHERE c.id = x.order_id OFFSET 0) o
          CROSS JOIN LATERAL (SELECT FROM settlement_period p WHERE p.hospital_id = o.hospital_id AND p.days @> %5$s AND p.status = 'closed' OFFSET 0) p LIMIT 1;
        IF FOUND THEN PERFORM settlement_say(hit.hospital_id, hit.day); END IF;
        RETURN NULL;
      END $b$$f$, made.name, lower(made.way), made.rows,
      CASE made.way WHEN 'INSERT' THEN 'PERFORM settlement_share(hit.id);'
        ELSE 'IF NOT pg_try_advisory_xact_lock_shared(settlement_books(hit.id)) THEN RAISE EXCEPTION ''a month of hospital % is being closed'', hit.id USING ERRCODE = ''23C01'', CONSTRAINT = ''settlement_busy''; END IF;' END, made.day);
    EXECUTE format('CREATE TRIGGER %1$s_closed_%2$s AFTER %3$s ON %1$s REFERENCING %4$s FOR EACH STATEMENT EXECUTE FUNCTION %1$s_closed_%2$s()', made.name, lower(made.way), made.way, made.tables);
  END LOOP;
END $make$;
--> statement-breakpoint
-- An order takes its days and its money along: from where, and to where, a month of them is closed it neither goes nor comes.
CREATE FUNCTION settlement_refuse_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hospital bigint;
  at date;
BEGIN
  FOREACH hospital IN ARRAY ARRAY[CASE WHEN OLD.deleted_at IS NULL THEN OLD.hospital_id END, CASE WHEN NEW.deleted_at IS NULL THEN NEW.hospital_id END] LOOP
    CONTINUE WHEN hospital IS NULL;
    PERFORM settlement_share(hospital);
    SELECT f.day INTO at FROM (
      SELECT y.day FROM order_service_day y WHERE y.order_id = NEW.id AND y.attendance <> 'void'
      UNION ALL SELECT (l.received_at AT TIME ZONE h.timezone)::date FROM order_payment l CROSS JOIN hospital h WHERE l.order_id = NEW.id AND h.id = hospital
      UNION ALL SELECT (j.created_at AT TIME ZONE h.timezone)::date FROM order_adjustment j CROSS JOIN hospital h WHERE j.order_id = NEW.id AND h.id = hospital
    ) f WHERE EXISTS (SELECT FROM settlement_period p WHERE p.hospital_id = hospital AND p.days @> f.day AND p.status = 'closed') LIMIT 1;
    IF FOUND THEN PERFORM settlement_say(hospital, at); END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER care_order_closed AFTER UPDATE OF deleted_at, hospital_id, department_id ON care_order FOR EACH ROW WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.hospital_id <> NEW.hospital_id OR OLD.department_id <> NEW.department_id) EXECUTE FUNCTION settlement_refuse_order();
