-- When an order was called off, and the last day it was served, which is known late as often as not; kept by the database, whoever ends it.
ALTER TABLE care_order ADD COLUMN cancelled_at timestamptz, ADD COLUMN ended_on date;
--> statement-breakpoint
-- a sheet tells no dates but the stay's: its order was made when the stay began at the latest, called off before that, and what its days do not explain belongs to the last of them
UPDATE care_order o SET created_at = least(o.created_at, o.planned_start::timestamp AT TIME ZONE h.timezone) FROM hospital h WHERE h.id = o.hospital_id AND o.source = 'import';
--> statement-breakpoint
ALTER TABLE order_adjustment DISABLE TRIGGER order_adjustment_append_only;
--> statement-breakpoint
UPDATE order_adjustment j SET created_at = least(j.created_at, CASE WHEN o.cancel_reason = '由表格导入' THEN o.created_at ELSE (o.planned_end + time '12:00') AT TIME ZONE h.timezone END) FROM care_order o JOIN hospital h ON h.id = o.hospital_id WHERE o.id = j.order_id AND o.source = 'import' AND j.reason LIKE '导入：%';
--> statement-breakpoint
ALTER TABLE order_adjustment ENABLE TRIGGER order_adjustment_append_only;
--> statement-breakpoint
UPDATE care_order o SET cancelled_at = CASE WHEN o.source = 'import' AND o.cancel_reason = '由表格导入' THEN o.created_at ELSE coalesce((SELECT max(e.at) FROM order_event e WHERE e.order_id = o.id AND e.to_state = 'cancelled' AND e.from_state IS DISTINCT FROM 'cancelled'), o.updated_at) END WHERE o.service_state = 'cancelled';
--> statement-breakpoint
-- of an end at midnight the day is the one before
CREATE FUNCTION order_last_day(order_id bigint, hospital_id bigint, actual_end_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT max(y.day) FROM order_service_day y WHERE y.order_id = $1 AND y.attendance <> 'void'), (SELECT (($3 - interval '1 microsecond') AT TIME ZONE h.timezone)::date FROM hospital h WHERE h.id = $2));
$$;
--> statement-breakpoint
UPDATE care_order o SET ended_on = order_last_day(o.id, o.hospital_id, o.actual_end_at) WHERE o.service_state = 'completed';
--> statement-breakpoint
-- a reason is one for an early end: who completed on time may have written one too
UPDATE care_order o SET end_reason = NULL WHERE o.service_state = 'completed' AND o.end_reason IS NOT NULL AND NOT (o.ended_on < o.planned_end
  OR (o.end_half = 'PM' AND (o.planned_start < o.planned_end OR o.start_half = 'AM') AND EXISTS (SELECT FROM order_service_day y WHERE y.order_id = o.id AND y.day = o.ended_on AND y.fraction < 1)));
--> statement-breakpoint
CREATE FUNCTION order_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.cancelled_at := CASE WHEN NEW.service_state <> 'cancelled' THEN NULL WHEN TG_OP = 'INSERT' THEN coalesce(NEW.cancelled_at, NEW.updated_at) ELSE now() END;
  NEW.ended_on := CASE WHEN NEW.service_state <> 'completed' THEN NULL WHEN TG_OP = 'INSERT' AND NEW.ended_on IS NOT NULL THEN NEW.ended_on ELSE order_last_day(NEW.id, NEW.hospital_id, NEW.actual_end_at) END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER care_order_over_new BEFORE INSERT ON care_order FOR EACH ROW WHEN (NEW.service_state IN ('completed', 'cancelled')) EXECUTE FUNCTION order_over();
--> statement-breakpoint
CREATE TRIGGER care_order_over BEFORE UPDATE ON care_order FOR EACH ROW WHEN (OLD.service_state IS DISTINCT FROM NEW.service_state) EXECUTE FUNCTION order_over();
--> statement-breakpoint
-- What of a service day is whose: all of it, or, where it changed hands at noon, half each, of what cannot be halved the more to the first. Pay is as the day says.
CREATE FUNCTION day_share(first_id bigint, relief_id bigint, fraction numeric, amount bigint, pay bigint, relief_pay bigint, fee bigint) RETURNS TABLE (caregiver_id bigint, halves int, amount_fen bigint, pay_fen bigint, fee_fen bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT v.* FROM (SELECT CASE WHEN $2 IS NULL THEN 0 ELSE ($3 * 2)::int / 2 END AS halves, CASE WHEN $2 IS NULL THEN 0 ELSE $4 / 2 END AS amount, CASE WHEN $2 IS NULL THEN 0 ELSE $7 / 2 END AS fee) r
    CROSS JOIN LATERAL (VALUES ($1, ($3 * 2)::int - r.halves, $4 - r.amount, $5 - $6, $7 - r.fee), ($2, r.halves, r.amount, $6, r.fee)) v(caregiver_id, halves, amount_fen, pay_fen, fee_fen) WHERE v.caregiver_id IS NOT NULL;
$$;
--> statement-breakpoint
-- The days that count, by whom they were served; first_id and relief_id are what indexes find.
CREATE VIEW caregiver_day AS SELECT y.order_id, y.day, y.multiplier_bp, y.period_id, y.caregiver_id AS first_id, y.relief_id, v.caregiver_id, v.halves, v.halves / 2.0 AS days, v.amount_fen, v.pay_fen, v.fee_fen
  FROM order_service_day y CROSS JOIN LATERAL day_share(y.caregiver_id, y.relief_id, y.fraction, y.amount_fen, y.caregiver_pay_fen, y.relief_pay_fen, y.hospital_fee_fen) v WHERE y.attendance <> 'void';
--> statement-breakpoint
-- what figures open and reasons are counted by
CREATE INDEX care_order_cancelled ON care_order (cancelled_at, id) WHERE cancelled_at IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_ended ON care_order (ended_on, id) WHERE ended_on IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_ended_early ON care_order (ended_on, id) WHERE end_reason IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_age ON care_order (hospital_id, department_id, service_item_id) INCLUDE (balance_fen, ended_on, planned_end) WHERE balance_fen > 0 AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX order_event_turn ON order_event (event, at) INCLUDE (order_id) WHERE event IN ('change', 'extend', 'assign');
--> statement-breakpoint
CREATE INDEX order_payment_at ON order_payment (received_at);
--> statement-breakpoint
CREATE INDEX order_adjustment_at ON order_adjustment (created_at);
--> statement-breakpoint
CREATE INDEX order_evaluation_at ON order_evaluation (created_at);
--> statement-breakpoint
CREATE INDEX order_complaint_at ON order_complaint (created_at);
--> statement-breakpoint
CREATE INDEX order_complaint_caregiver ON order_complaint (caregiver_id) WHERE caregiver_id IS NOT NULL;
--> statement-breakpoint
-- The summary. `span`: d a day, m a month by its first day. `level`: what is summed over, department 2 + service 1, and is 0 then: 0 neither, 3 both. Days are the hospital's own.
CREATE TABLE stat_day (
  span "char" NOT NULL, level smallint NOT NULL, day date NOT NULL, hospital_id bigint NOT NULL, department_id bigint NOT NULL, service_item_id bigint NOT NULL,
  made int NOT NULL DEFAULT 0, started int NOT NULL DEFAULT 0, ended int NOT NULL DEFAULT 0, cancelled int NOT NULL DEFAULT 0, halves_normal int NOT NULL DEFAULT 0, halves_holiday int NOT NULL DEFAULT 0, halves_bedded int NOT NULL DEFAULT 0, halves_carer int NOT NULL DEFAULT 0,
  replaced int NOT NULL DEFAULT 0, extended int NOT NULL DEFAULT 0, ended_early int NOT NULL DEFAULT 0, assigned int NOT NULL DEFAULT 0, stars int NOT NULL DEFAULT 0, evaluations int NOT NULL DEFAULT 0, complaints int NOT NULL DEFAULT 0, charged_fen bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id)
);
--> statement-breakpoint
CREATE INDEX stat_day_place ON stat_day (department_id, service_item_id, span, level, day);
--> statement-breakpoint
CREATE TABLE stat_money (
  span "char" NOT NULL, level smallint NOT NULL, day date NOT NULL, hospital_id bigint NOT NULL, department_id bigint NOT NULL, service_item_id bigint NOT NULL, method text NOT NULL,
  received_fen bigint NOT NULL DEFAULT 0, refunded_fen bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, method)
);
--> statement-breakpoint
CREATE INDEX stat_money_place ON stat_money (department_id, service_item_id, span, level, day);
--> statement-breakpoint
-- orders by the whole minutes until they were first assigned, on the day on which they were
CREATE TABLE stat_wait (
  span "char" NOT NULL, level smallint NOT NULL, day date NOT NULL, hospital_id bigint NOT NULL, department_id bigint NOT NULL, service_item_id bigint NOT NULL, minutes int NOT NULL,
  orders int NOT NULL DEFAULT 0,
  PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, minutes)
);
--> statement-breakpoint
CREATE INDEX stat_wait_place ON stat_wait (department_id, service_item_id, span, level, day);
--> statement-breakpoint
-- months alone: the days at the ends of a range are few, and read where they stand
CREATE TABLE stat_caregiver (
  month date NOT NULL, hospital_id bigint NOT NULL, department_id bigint NOT NULL, service_item_id bigint NOT NULL, caregiver_id bigint NOT NULL,
  halves_normal int NOT NULL DEFAULT 0, halves_holiday int NOT NULL DEFAULT 0, charged_fen bigint NOT NULL DEFAULT 0, stars int NOT NULL DEFAULT 0, evaluations int NOT NULL DEFAULT 0, complaints int NOT NULL DEFAULT 0,
  PRIMARY KEY (month, hospital_id, department_id, service_item_id, caregiver_id)
);
--> statement-breakpoint
-- What was changed and is not summed yet: only ever added to, so that two orders never wait for each other. A figure is the summary and this.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['day', 'money', 'wait', 'caregiver'] LOOP
    EXECUTE format('CREATE TABLE stat_%1$s_delta (LIKE stat_%1$s INCLUDING DEFAULTS)', name);
    IF name <> 'caregiver' THEN EXECUTE format('ALTER TABLE stat_%s_delta DROP COLUMN span, DROP COLUMN level', name); END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- A transaction that fills an empty database sets stat.later to on, and makes the summary itself at its end (areas/demo/seed.ts).
-- What each row counts for, said once: {rows} are its rows, {joined} they with their orders and hospitals, rows and orders each with a sign. The functions below are made from it, for rows that come and go, for orders that move, and for all rows there are.
DO $make$
DECLARE
  place CONSTANT text := 'o.hospital_id, o.department_id, o.service_item_id';
  joined CONSTANT text := ' FROM {joined}';
  -- everything at once; one row after the other, by its order; orders that move, with what they take along
  whole CONSTANT text := '{rows} x JOIN (SELECT 1 AS sign, c.* FROM care_order c) o ON o.id = x.order_id AND o.deleted_at IS NULL JOIN hospital h ON h.id = o.hospital_id';
  -- OFFSET 0 fixes the order of work: what a trigger plans is kept as long as the connection, and a plan made over tables that are small yet would read them whole ever after
  its_clock CONSTANT text := ' CROSS JOIN LATERAL (SELECT t.timezone FROM hospital t WHERE t.id = o.hospital_id OFFSET 0) h';
  by_row CONSTANT text := '{rows} x CROSS JOIN LATERAL (SELECT 1 AS sign, c.* FROM care_order c WHERE c.id = x.order_id AND c.deleted_at IS NULL OFFSET 0) o' || its_clock;
  by_order CONSTANT text := '(SELECT -1 AS sign, p.* FROM olds p UNION ALL SELECT 1, n.* FROM news n) o CROSS JOIN LATERAL (SELECT y.* FROM {rows} y WHERE y.order_id = o.id AND o.deleted_at IS NULL OFFSET 0) x' || its_clock;
  into_day CONSTANT text := 'INSERT INTO stat_day_delta (day, hospital_id, department_id, service_item_id, ';
  into_caregiver CONSTANT text := 'INSERT INTO stat_caregiver_delta (month, hospital_id, department_id, service_item_id, caregiver_id, ';
  by_index CONSTANT text := ' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';
  facts jsonb := '{}';
  -- rows as they are while nothing changes
  full_rows jsonb := '{}';
  own text;
  everything text := '';
  moved text := '';
  name text;
  fact text;
  body text;
  ways CONSTANT jsonb := '{"added": ["INSERT", "NEW TABLE AS news", "(SELECT 1 AS sign, n.* FROM news n)"], "removed": ["DELETE", "OLD TABLE AS olds", "(SELECT -1 AS sign, p.* FROM olds p)"], "changed": ["UPDATE", "NEW TABLE AS news OLD TABLE AS olds", "(SELECT 1 AS sign, n.* FROM news n UNION ALL SELECT -1, p.* FROM olds p)"]}';
  way text;
BEGIN
  own := into_day || 'made, started, ended, cancelled, ended_early) SELECT * FROM (
    SELECT v.day, o.hospital_id, o.department_id, o.service_item_id, sum(o.sign * v.made) AS a, sum(o.sign * v.started) AS b, sum(o.sign * v.ended) AS c, sum(o.sign * v.cancelled) AS d, sum(o.sign * v.early) AS e
    FROM {rows} o JOIN hospital h ON h.id = o.hospital_id CROSS JOIN LATERAL (VALUES
      ((o.created_at AT TIME ZONE h.timezone)::date, 1, 0, 0, 0, 0),
      ((o.actual_start_at AT TIME ZONE h.timezone)::date, 0, 1, 0, 0, 0),
      (CASE WHEN o.service_state = ''completed'' THEN o.ended_on END, 0, 0, 1, 0, (o.end_reason IS NOT NULL)::int),
      (CASE WHEN o.service_state = ''cancelled'' THEN (o.cancelled_at AT TIME ZONE h.timezone)::date END, 0, 0, 0, 1, 0)) v(day, made, started, ended, cancelled, early)
    WHERE o.deleted_at IS NULL AND v.day IS NOT NULL GROUP BY 1, 2, 3, 4) t WHERE (t.a, t.b, t.c, t.d, t.e) <> (0, 0, 0, 0, 0);';
  facts := facts || jsonb_build_object('order_service_day', into_day || 'halves_normal, halves_holiday, halves_bedded, halves_carer, charged_fen) SELECT * FROM (
    SELECT x.day, ' || place || ', sum(s.n * v.halves * (x.multiplier_bp <= 10000)::int) AS a, sum(s.n * v.halves * (x.multiplier_bp > 10000)::int) AS b, sum(s.n * v.halves * (o.bed_id IS NOT NULL)::int) AS c, sum(s.n * v.halves * (x.caregiver_id IS NOT NULL)::int) AS d, sum(s.n * x.amount_fen) AS e'
    || joined || ' CROSS JOIN LATERAL (SELECT x.sign * o.sign AS n) s CROSS JOIN LATERAL (SELECT (x.fraction * 2)::int AS halves) v WHERE x.attendance <> ''void'' GROUP BY 1, 2, 3, 4) t WHERE (t.a, t.b, t.c, t.d, t.e) <> (0, 0, 0, 0, 0);'
    || into_caregiver || 'halves_normal, halves_holiday, charged_fen) SELECT * FROM (
    SELECT date_trunc(''month'', x.day)::date, ' || place || ', v.caregiver_id, sum(s.n * v.halves * (x.multiplier_bp <= 10000)::int) AS a, sum(s.n * v.halves * (x.multiplier_bp > 10000)::int) AS b, sum(s.n * v.amount_fen) AS c'
    || joined || ' CROSS JOIN LATERAL (SELECT x.sign * o.sign AS n) s CROSS JOIN LATERAL day_share(x.caregiver_id, x.relief_id, x.fraction, x.amount_fen, x.caregiver_pay_fen, x.relief_pay_fen, x.hospital_fee_fen) v WHERE x.attendance <> ''void'' GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b, t.c) <> (0, 0, 0);');
  facts := facts || jsonb_build_object('order_payment', 'INSERT INTO stat_money_delta (day, hospital_id, department_id, service_item_id, method, received_fen, refunded_fen)
    SELECT (x.received_at AT TIME ZONE h.timezone)::date, ' || place || ', x.method, coalesce(sum(x.sign * o.sign * x.amount_fen) FILTER (WHERE x.kind <> ''refund''), 0), coalesce(-sum(x.sign * o.sign * x.amount_fen) FILTER (WHERE x.kind = ''refund''), 0)' || joined || ' GROUP BY 1, 2, 3, 4, 5;');
  facts := facts || jsonb_build_object('order_adjustment', into_day || 'charged_fen) SELECT (x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', sum(x.sign * o.sign * x.amount_fen)' || joined || ' GROUP BY 1, 2, 3, 4;');
  facts := facts || jsonb_build_object('order_evaluation', into_day || 'stars, evaluations) SELECT * FROM (SELECT (x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', sum(x.sign * o.sign * x.overall) AS a, sum(x.sign * o.sign) AS b' || joined || ' GROUP BY 1, 2, 3, 4) t WHERE (t.a, t.b) <> (0, 0);'
    || into_caregiver || 'stars, evaluations) SELECT * FROM (SELECT date_trunc(''month'', x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', x.caregiver_id, sum(x.sign * o.sign * x.overall) AS a, sum(x.sign * o.sign) AS b' || joined || ' GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b) <> (0, 0);');
  facts := facts || jsonb_build_object('order_complaint', into_day || 'complaints) SELECT * FROM (SELECT (x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', sum(x.sign * o.sign) AS a' || joined || ' WHERE x.kind = ''complaint'' GROUP BY 1, 2, 3, 4) t WHERE t.a <> 0;'
    || into_caregiver || 'complaints) SELECT * FROM (SELECT date_trunc(''month'', x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', x.caregiver_id, sum(x.sign * o.sign) AS a' || joined || ' WHERE x.kind = ''complaint'' AND x.caregiver_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5) t WHERE t.a <> 0;');
  -- an undone event counts for nothing; the first assignment of an order counts once, and not of an import, which tells nothing of when
  facts := facts || jsonb_build_object('order_event', into_day || 'replaced, extended, assigned) SELECT (x.at AT TIME ZONE h.timezone)::date, ' || place || ', count(*) FILTER (WHERE x.event = ''change'') * max(x.sign * o.sign), count(*) FILTER (WHERE x.event = ''extend'') * max(x.sign * o.sign), count(*) FILTER (WHERE x.event = ''assign'') * max(x.sign * o.sign)' || joined || ' WHERE x.event <> ''assign'' OR o.source <> ''import'' GROUP BY 1, 2, 3, 4, x.sign * o.sign;'
    || 'INSERT INTO stat_wait_delta (day, hospital_id, department_id, service_item_id, minutes, orders) SELECT (x.at AT TIME ZONE h.timezone)::date, ' || place || ', greatest(0, floor(extract(epoch FROM x.at - o.created_at) / 60))::int, sum(x.sign * o.sign)' || joined || ' WHERE x.event = ''assign'' AND o.source <> ''import'' GROUP BY 1, 2, 3, 4, 5;');
  FOR name, fact IN SELECT key, value FROM jsonb_each_text(facts) LOOP
    full_rows := full_rows || jsonb_build_object(name, format('(SELECT 1 AS sign, f.* FROM %I f)', name));
  END LOOP;
  full_rows := full_rows || jsonb_build_object('order_event', '(SELECT 1 AS sign, f.id, f.order_id, f.event, f.at FROM order_event f WHERE (f.event IN (''change'', ''extend'') AND NOT EXISTS (SELECT FROM order_event u WHERE u.undoes = f.id)) OR (f.event = ''assign'' AND NOT EXISTS (SELECT FROM order_event e WHERE e.order_id = f.order_id AND e.event = ''assign'' AND e.id < f.id)))');

  FOR name, fact IN SELECT key, value FROM jsonb_each_text(facts) LOOP
    EXECUTE format('CREATE FUNCTION stat_count_%s() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN %s END $f$', name, replace(replace(fact, '{joined}', whole), '{rows}', full_rows->>name));
    everything := everything || format('PERFORM stat_count_%s();', name);
    moved := moved || replace(replace(fact, '{joined}', by_order), '{rows}', full_rows->>name);
    FOREACH way IN ARRAY CASE WHEN name IN ('order_payment', 'order_adjustment', 'order_event') THEN ARRAY['added'] ELSE ARRAY['added', 'changed', 'removed'] END LOOP
      -- event || '' keeps the look back off the index by event, which holds every order's
      body := CASE WHEN name <> 'order_event' THEN ways->way->>2 ELSE '(SELECT 1 AS sign, n.id, n.order_id, n.event, n.at FROM news n WHERE n.event IN (''change'', ''extend'') OR (n.event = ''assign'' AND NOT EXISTS (SELECT FROM order_event e WHERE e.order_id = n.order_id AND e.event || '''' = ''assign'' AND e.id < n.id))
        UNION ALL SELECT -1, u.id, u.order_id, u.event, u.at FROM news n JOIN order_event u ON u.id = n.undoes WHERE u.event IN (''change'', ''extend''))' END;
      body := replace(replace(fact, '{joined}', by_row), '{rows}', body);
      -- most events are none of these
      IF name = 'order_event' THEN body := 'IF NOT EXISTS (SELECT FROM news n WHERE n.event IN (''change'', ''extend'', ''assign'', ''undo'')) THEN RETURN NULL; END IF; ' || body; END IF;
      EXECUTE format('CREATE FUNCTION stat_%s_%s() RETURNS trigger LANGUAGE plpgsql%s AS $f$ BEGIN %s RETURN NULL; END $f$', name, way, by_index, body);
      EXECUTE format('CREATE TRIGGER %1$s_stat_%2$s AFTER %3$s ON %1$s REFERENCING %4$s FOR EACH STATEMENT WHEN (current_setting(''stat.later'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION stat_%1$s_%2$s()', name, way, ways->way->>0, ways->way->>1);
    END LOOP;
  END LOOP;

  FOREACH way IN ARRAY ARRAY['added', 'changed', 'removed'] LOOP
    body := replace(own, '{rows}', ways->way->>2);
    IF way = 'changed' THEN
      -- an order that goes to another place, or is deleted, takes what belongs to it along
      -- compared as sets: what a trigger plans is kept, and a plan for one row joins thousands pair by pair
      body := 'IF NOT EXISTS (SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at, actual_start_at, ended_on, service_state, cancelled_at, end_reason IS NULL FROM news EXCEPT SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at, actual_start_at, ended_on, service_state, cancelled_at, end_reason IS NULL FROM olds) THEN RETURN NULL; END IF; '
        || body || ' IF EXISTS (SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at FROM news EXCEPT SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at FROM olds) THEN ' || moved || ' END IF;';
    END IF;
    EXECUTE format('CREATE FUNCTION stat_care_order_%s() RETURNS trigger LANGUAGE plpgsql%s AS $f$ BEGIN %s RETURN NULL; END $f$', way, by_index, body);
    EXECUTE format('CREATE TRIGGER care_order_stat_%1$s AFTER %2$s ON care_order REFERENCING %3$s FOR EACH STATEMENT WHEN (current_setting(''stat.later'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION stat_care_order_%1$s()', way, ways->way->>0, ways->way->>1);
  END LOOP;
  -- counts every row anew, on top of what is there; by tables, for the embedded database gives no statement more than a minute
  EXECUTE format('CREATE FUNCTION stat_count_care_order() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN %s END $f$', replace(own, '{rows}', '(SELECT 1 AS sign, c.* FROM care_order c)'));
  EXECUTE format('CREATE FUNCTION stat_count() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN PERFORM stat_count_care_order(); %s END $f$', everything);
END $make$;
--> statement-breakpoint
-- Sums what was changed, and forgets it: in one statement each, so that whoever reads sees it once, before or after. Some at a time: true while there is more. One at a time too: for who holds the lock.
CREATE FUNCTION stat_fold_some() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  WITH moved AS (DELETE FROM stat_day_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM stat_day_delta LIMIT 50000)) RETURNING *), spread AS (SELECT s.span, CASE s.span WHEN 'm' THEN date_trunc('month', m.day)::date ELSE m.day END AS at, m.* FROM moved m, (VALUES ('d'::"char"), ('m')) s(span))
  INSERT INTO stat_day AS t SELECT span, grouping(department_id, service_item_id), at, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0),
    sum(made), sum(started), sum(ended), sum(cancelled), sum(halves_normal), sum(halves_holiday), sum(halves_bedded), sum(halves_carer), sum(replaced), sum(extended), sum(ended_early), sum(assigned), sum(stars), sum(evaluations), sum(complaints), sum(charged_fen)
  FROM spread GROUP BY GROUPING SETS ((span, at, hospital_id), (span, at, hospital_id, service_item_id), (span, at, hospital_id, department_id), (span, at, hospital_id, department_id, service_item_id))
  ON CONFLICT (span, level, day, hospital_id, department_id, service_item_id) DO UPDATE SET made = t.made + excluded.made, started = t.started + excluded.started, ended = t.ended + excluded.ended, cancelled = t.cancelled + excluded.cancelled,
    halves_normal = t.halves_normal + excluded.halves_normal, halves_holiday = t.halves_holiday + excluded.halves_holiday, halves_bedded = t.halves_bedded + excluded.halves_bedded, halves_carer = t.halves_carer + excluded.halves_carer, replaced = t.replaced + excluded.replaced, extended = t.extended + excluded.extended,
    ended_early = t.ended_early + excluded.ended_early, assigned = t.assigned + excluded.assigned, stars = t.stars + excluded.stars, evaluations = t.evaluations + excluded.evaluations, complaints = t.complaints + excluded.complaints, charged_fen = t.charged_fen + excluded.charged_fen;

  WITH moved AS (DELETE FROM stat_money_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM stat_money_delta LIMIT 50000)) RETURNING *), spread AS (SELECT s.span, CASE s.span WHEN 'm' THEN date_trunc('month', m.day)::date ELSE m.day END AS at, m.* FROM moved m, (VALUES ('d'::"char"), ('m')) s(span))
  INSERT INTO stat_money AS t SELECT span, grouping(department_id, service_item_id), at, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0), method, sum(received_fen), sum(refunded_fen)
  FROM spread GROUP BY GROUPING SETS ((span, at, hospital_id, method), (span, at, hospital_id, service_item_id, method), (span, at, hospital_id, department_id, method), (span, at, hospital_id, department_id, service_item_id, method))
  ON CONFLICT (span, level, day, hospital_id, department_id, service_item_id, method) DO UPDATE SET received_fen = t.received_fen + excluded.received_fen, refunded_fen = t.refunded_fen + excluded.refunded_fen;

  WITH moved AS (DELETE FROM stat_wait_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM stat_wait_delta LIMIT 50000)) RETURNING *), spread AS (SELECT s.span, CASE s.span WHEN 'm' THEN date_trunc('month', m.day)::date ELSE m.day END AS at, m.* FROM moved m, (VALUES ('d'::"char"), ('m')) s(span))
  INSERT INTO stat_wait AS t SELECT span, grouping(department_id, service_item_id), at, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0), minutes, sum(orders)
  FROM spread GROUP BY GROUPING SETS ((span, at, hospital_id, minutes), (span, at, hospital_id, service_item_id, minutes), (span, at, hospital_id, department_id, minutes), (span, at, hospital_id, department_id, service_item_id, minutes))
  ON CONFLICT (span, level, day, hospital_id, department_id, service_item_id, minutes) DO UPDATE SET orders = t.orders + excluded.orders;

  WITH moved AS (DELETE FROM stat_caregiver_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM stat_caregiver_delta LIMIT 50000)) RETURNING *)
  INSERT INTO stat_caregiver AS t SELECT month, hospital_id, department_id, service_item_id, caregiver_id, sum(halves_normal), sum(halves_holiday), sum(charged_fen), sum(stars), sum(evaluations), sum(complaints) FROM moved GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (month, hospital_id, department_id, service_item_id, caregiver_id) DO UPDATE SET halves_normal = t.halves_normal + excluded.halves_normal, halves_holiday = t.halves_holiday + excluded.halves_holiday,
    charged_fen = t.charged_fen + excluded.charged_fen, stars = t.stars + excluded.stars, evaluations = t.evaluations + excluded.evaluations, complaints = t.complaints + excluded.complaints;
  RETURN EXISTS (SELECT FROM stat_day_delta) OR EXISTS (SELECT FROM stat_money_delta) OR EXISTS (SELECT FROM stat_wait_delta) OR EXISTS (SELECT FROM stat_caregiver_delta);
END $$;
--> statement-breakpoint
-- While another folds, or the summary is made anew, there is nothing left to do.
CREATE FUNCTION stat_fold() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
  RETURN pg_try_advisory_xact_lock(hashtext('stat_fold')) AND stat_fold_some();
END $$;
--> statement-breakpoint
-- Makes the summary anew. Orders wait until it is done: what they change meanwhile would be counted twice or not at all.
CREATE FUNCTION stat_rebuild() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('stat_fold'));
  LOCK TABLE care_order, order_service_day, order_payment, order_adjustment, order_event, order_evaluation, order_complaint IN SHARE ROW EXCLUSIVE MODE;
  TRUNCATE stat_day, stat_money, stat_wait, stat_caregiver, stat_day_delta, stat_money_delta, stat_wait_delta, stat_caregiver_delta;
  PERFORM stat_count();
  WHILE stat_fold_some() LOOP END LOOP;
END $$;
--> statement-breakpoint
-- all days of a hospital move with its clock
CREATE FUNCTION hospital_clock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM stat_rebuild(); RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER hospital_clock_moved AFTER UPDATE ON hospital FOR EACH ROW WHEN (OLD.timezone IS DISTINCT FROM NEW.timezone) EXECUTE FUNCTION hospital_clock();
--> statement-breakpoint
-- the sweep folds what this counts
SELECT stat_count_care_order();
--> statement-breakpoint
SELECT stat_count_order_service_day();
--> statement-breakpoint
SELECT stat_count_order_payment();
--> statement-breakpoint
SELECT stat_count_order_adjustment();
--> statement-breakpoint
SELECT stat_count_order_event();
--> statement-breakpoint
SELECT stat_count_order_evaluation();
--> statement-breakpoint
SELECT stat_count_order_complaint();
