-- as whoever writes an order takes them, or they would wait for each other
LOCK TABLE care_order IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- Who was replaced, and who served when a stay was extended: kept with the event, for stints are cut and put back later.
ALTER TABLE order_event ADD COLUMN caregiver_id bigint;
--> statement-breakpoint
-- Who served last, of an order that ended early.
ALTER TABLE care_order ADD COLUMN early_by bigint;
--> statement-breakpoint
-- A change says it by the staff number, or that there was nobody; of others it is whose stint had begun by then, or the first that there was already.
CREATE FUNCTION order_carer_at(order_id bigint, at timestamptz, event text, before jsonb) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN $3 = 'change' AND $4 ? 'caregiverNo' THEN (SELECT c.id FROM caregiver c WHERE c.staff_no = $4->>'caregiverNo')
    ELSE coalesce((SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = $1 AND a.status <> 'void' AND lower(a.during) < $2 ORDER BY lower(a.during) DESC, a.id DESC LIMIT 1),
      (SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = $1 AND a.status <> 'void' AND a.created_at < $2 ORDER BY lower(a.during), a.id LIMIT 1)) END;
$$;
--> statement-breakpoint
CREATE FUNCTION order_carer_last(order_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(y.relief_id, y.caregiver_id) FROM order_service_day y WHERE y.order_id = $1 AND y.attendance <> 'void' ORDER BY y.day DESC LIMIT 1;
$$;
--> statement-breakpoint
ALTER TABLE order_event DISABLE TRIGGER order_event_append_only;
--> statement-breakpoint
UPDATE order_event e SET caregiver_id = order_carer_at(e.order_id, e.at, e.event, e.before) WHERE e.event IN ('change', 'extend');
--> statement-breakpoint
ALTER TABLE order_event ENABLE TRIGGER order_event_append_only;
--> statement-breakpoint
UPDATE care_order o SET early_by = order_carer_last(o.id) WHERE o.service_state = 'completed' AND o.end_reason IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION order_event_carer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.caregiver_id := coalesce(NEW.caregiver_id, order_carer_at(NEW.order_id, NEW.at, NEW.event, NEW.before));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_event_carer BEFORE INSERT ON order_event FOR EACH ROW WHEN (NEW.event IN ('change', 'extend')) EXECUTE FUNCTION order_event_carer();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.cancelled_at := CASE WHEN NEW.service_state <> 'cancelled' THEN NULL WHEN TG_OP = 'INSERT' THEN coalesce(NEW.cancelled_at, NEW.updated_at) ELSE now() END;
  NEW.ended_on := CASE WHEN NEW.service_state <> 'completed' THEN NULL WHEN TG_OP = 'INSERT' AND NEW.ended_on IS NOT NULL THEN NEW.ended_on ELSE order_last_day(NEW.id, NEW.hospital_id, NEW.actual_end_at) END;
  NEW.early_by := CASE WHEN NEW.service_state <> 'completed' OR NEW.end_reason IS NULL THEN NULL WHEN TG_OP = 'INSERT' AND NEW.early_by IS NOT NULL THEN NEW.early_by ELSE order_carer_last(NEW.id) END;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- what opens and counts by caregiver
CREATE INDEX order_event_caregiver ON order_event (caregiver_id, event, at) WHERE caregiver_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX care_order_early_by ON care_order (early_by, ended_on) WHERE early_by IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX order_assignment_begun ON order_assignment (lower(during)) WHERE status <> 'void' OR replaced_by IS NOT NULL;
--> statement-breakpoint
-- `taken`: stints that were given, those too that were replaced before they began; the rates of a caregiver are of them
DO $$ BEGIN
  ALTER TABLE stat_caregiver ADD COLUMN taken int NOT NULL DEFAULT 0, ADD COLUMN replaced int NOT NULL DEFAULT 0, ADD COLUMN extended int NOT NULL DEFAULT 0, ADD COLUMN ended_early int NOT NULL DEFAULT 0;
  ALTER TABLE stat_caregiver_delta ADD COLUMN taken int NOT NULL DEFAULT 0, ADD COLUMN replaced int NOT NULL DEFAULT 0, ADD COLUMN extended int NOT NULL DEFAULT 0, ADD COLUMN ended_early int NOT NULL DEFAULT 0;
END $$;
--> statement-breakpoint
-- `level` as of days: 3 of a caregiver at a hospital, in all of its departments and services; 0 apart
ALTER TABLE stat_caregiver ADD COLUMN level smallint NOT NULL DEFAULT 0, DROP CONSTRAINT stat_caregiver_pkey, ADD PRIMARY KEY (level, month, hospital_id, department_id, service_item_id, caregiver_id);
--> statement-breakpoint
INSERT INTO stat_caregiver (level, month, hospital_id, department_id, service_item_id, caregiver_id, halves_normal, halves_holiday, charged_fen, stars, evaluations, complaints)
  SELECT 3, month, hospital_id, 0, 0, caregiver_id, sum(halves_normal), sum(halves_holiday), sum(charged_fen), sum(stars), sum(evaluations), sum(complaints) FROM stat_caregiver GROUP BY month, hospital_id, caregiver_id;
--> statement-breakpoint
-- Hospitals whose figures are to be counted anew, and since when.
CREATE TABLE stat_stale (hospital_id bigint PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
--> statement-breakpoint
DROP FUNCTION stat_count();
--> statement-breakpoint
DROP FUNCTION stat_fold_some();
--> statement-breakpoint
DROP FUNCTION stat_count_care_order();
--> statement-breakpoint
DROP FUNCTION stat_count_order_service_day();
--> statement-breakpoint
DROP FUNCTION stat_count_order_payment();
--> statement-breakpoint
DROP FUNCTION stat_count_order_adjustment();
--> statement-breakpoint
DROP FUNCTION stat_count_order_event();
--> statement-breakpoint
DROP FUNCTION stat_count_order_evaluation();
--> statement-breakpoint
DROP FUNCTION stat_count_order_complaint();
--> statement-breakpoint
-- What each row counts for, said once, as in 0023: {rows} are its rows, {joined} they with their orders and hospitals, rows and orders each with a sign. New: what is told by caregiver, counts of one hospital alone, and memory for them.
DO $make$
DECLARE
  place CONSTANT text := 'o.hospital_id, o.department_id, o.service_item_id';
  joined CONSTANT text := ' FROM {joined}';
  -- everything at once; one row after the other, by its order; orders that move, with what they take along
  whole CONSTANT text := '{rows} x JOIN (SELECT 1 AS sign, c.* FROM care_order c) o ON o.id = x.order_id AND o.deleted_at IS NULL AND (one IS NULL OR o.hospital_id = one) JOIN hospital h ON h.id = o.hospital_id';
  -- OFFSET 0 fixes the order of work: what a trigger plans is kept as long as the connection, and a plan made over tables that are small yet would read them whole ever after
  its_clock CONSTANT text := ' CROSS JOIN LATERAL (SELECT t.timezone FROM hospital t WHERE t.id = o.hospital_id OFFSET 0) h';
  by_row CONSTANT text := '{rows} x CROSS JOIN LATERAL (SELECT 1 AS sign, c.* FROM care_order c WHERE c.id = x.order_id AND c.deleted_at IS NULL OFFSET 0) o' || its_clock;
  by_order CONSTANT text := '(SELECT -1 AS sign, p.* FROM olds p UNION ALL SELECT 1, n.* FROM news n) o CROSS JOIN LATERAL (SELECT y.* FROM {rows} y WHERE y.order_id = o.id AND o.deleted_at IS NULL OFFSET 0) x' || its_clock;
  into_day CONSTANT text := 'INSERT INTO stat_day_delta (day, hospital_id, department_id, service_item_id, ';
  into_caregiver CONSTANT text := 'INSERT INTO stat_caregiver_delta (month, hospital_id, department_id, service_item_id, caregiver_id, ';
  for_many CONSTANT text := ' SET work_mem = ''128MB''';
  by_index CONSTANT text := ' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';
  facts jsonb := '{}';
  -- rows as they are while nothing changes
  full_rows jsonb := '{}';
  own text;
  moved text := '';
  -- of nearly all days one has all: who shares them is looked at alone
  shared CONSTANT text := ' CROSS JOIN LATERAL day_share(x.caregiver_id, x.relief_id, x.fraction, x.amount_fen, x.caregiver_pay_fen, x.relief_pay_fen, x.hospital_fee_fen) v WHERE x.attendance <> ''void''';
  unshared CONSTANT text := ' CROSS JOIN LATERAL (SELECT x.caregiver_id, (x.fraction * 2)::int AS halves, x.amount_fen) v WHERE x.attendance <> ''void'' AND x.relief_id IS NULL AND x.caregiver_id IS NOT NULL';
  served text;
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
    WHERE o.deleted_at IS NULL AND v.day IS NOT NULL{only} GROUP BY 1, 2, 3, 4) t WHERE (t.a, t.b, t.c, t.d, t.e) <> (0, 0, 0, 0, 0);'
    || into_caregiver || 'ended_early) SELECT * FROM (SELECT date_trunc(''month'', o.ended_on::timestamp)::date, ' || place || ', o.early_by, sum(o.sign) AS a FROM {rows} o WHERE o.deleted_at IS NULL AND o.service_state = ''completed'' AND o.early_by IS NOT NULL{only} GROUP BY 1, 2, 3, 4, 5) t WHERE t.a <> 0;';
  facts := facts || jsonb_build_object('order_service_day', into_day || 'halves_normal, halves_holiday, halves_bedded, halves_carer, charged_fen) SELECT * FROM (
    SELECT x.day, ' || place || ', sum(s.n * v.halves * (x.multiplier_bp <= 10000)::int) AS a, sum(s.n * v.halves * (x.multiplier_bp > 10000)::int) AS b, sum(s.n * v.halves * (o.bed_id IS NOT NULL)::int) AS c, sum(s.n * v.halves * (x.caregiver_id IS NOT NULL)::int) AS d, sum(s.n * x.amount_fen) AS e'
    || joined || ' CROSS JOIN LATERAL (SELECT x.sign * o.sign AS n) s CROSS JOIN LATERAL (SELECT (x.fraction * 2)::int AS halves) v WHERE x.attendance <> ''void'' GROUP BY 1, 2, 3, 4) t WHERE (t.a, t.b, t.c, t.d, t.e) <> (0, 0, 0, 0, 0);'
    || '{served}');
  served := into_caregiver || 'halves_normal, halves_holiday, charged_fen) SELECT * FROM (
    SELECT date_trunc(''month'', x.day::timestamp)::date, ' || place || ', v.caregiver_id, sum(s.n * v.halves * (x.multiplier_bp <= 10000)::int) AS a, sum(s.n * v.halves * (x.multiplier_bp > 10000)::int) AS b, sum(s.n * v.amount_fen) AS c'
    || joined || ' CROSS JOIN LATERAL (SELECT x.sign * o.sign AS n) s{shares} GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b, t.c) <> (0, 0, 0);';
  facts := facts || jsonb_build_object('order_payment', 'INSERT INTO stat_money_delta (day, hospital_id, department_id, service_item_id, method, received_fen, refunded_fen)
    SELECT (x.received_at AT TIME ZONE h.timezone)::date, ' || place || ', x.method, coalesce(sum(x.sign * o.sign * x.amount_fen) FILTER (WHERE x.kind <> ''refund''), 0), coalesce(-sum(x.sign * o.sign * x.amount_fen) FILTER (WHERE x.kind = ''refund''), 0)' || joined || ' GROUP BY 1, 2, 3, 4, 5;');
  facts := facts || jsonb_build_object('order_adjustment', into_day || 'charged_fen) SELECT (x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', sum(x.sign * o.sign * x.amount_fen)' || joined || ' GROUP BY 1, 2, 3, 4;');
  facts := facts || jsonb_build_object('order_evaluation', into_day || 'stars, evaluations) SELECT * FROM (SELECT (x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', sum(x.sign * o.sign * x.overall) AS a, sum(x.sign * o.sign) AS b' || joined || ' GROUP BY 1, 2, 3, 4) t WHERE (t.a, t.b) <> (0, 0);'
    || into_caregiver || 'stars, evaluations) SELECT * FROM (SELECT date_trunc(''month'', x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', x.caregiver_id, sum(x.sign * o.sign * x.overall) AS a, sum(x.sign * o.sign) AS b' || joined || ' GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b) <> (0, 0);');
  facts := facts || jsonb_build_object('order_complaint', into_day || 'complaints) SELECT * FROM (SELECT (x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', sum(x.sign * o.sign) AS a' || joined || ' WHERE x.kind = ''complaint'' GROUP BY 1, 2, 3, 4) t WHERE t.a <> 0;'
    || into_caregiver || 'complaints) SELECT * FROM (SELECT date_trunc(''month'', x.created_at AT TIME ZONE h.timezone)::date, ' || place || ', x.caregiver_id, sum(x.sign * o.sign) AS a' || joined || ' WHERE x.kind = ''complaint'' AND x.caregiver_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5) t WHERE t.a <> 0;');
  -- an undone event counts for nothing; the first assignment of an order counts once, and not of an import, which tells nothing of when
  facts := facts || jsonb_build_object('order_event', into_day || 'replaced, extended, assigned) SELECT (x.at AT TIME ZONE h.timezone)::date, ' || place || ', count(*) FILTER (WHERE x.event = ''change'') * max(x.sign * o.sign), count(*) FILTER (WHERE x.event = ''extend'') * max(x.sign * o.sign), count(*) FILTER (WHERE x.event = ''assign'') * max(x.sign * o.sign)' || joined || ' WHERE x.event <> ''assign'' OR o.source <> ''import'' GROUP BY 1, 2, 3, 4, x.sign * o.sign;'
    || 'INSERT INTO stat_wait_delta (day, hospital_id, department_id, service_item_id, minutes, orders) SELECT (x.at AT TIME ZONE h.timezone)::date, ' || place || ', greatest(0, floor(extract(epoch FROM x.at - o.created_at) / 60))::int, sum(x.sign * o.sign)' || joined || ' WHERE x.event = ''assign'' AND o.source <> ''import'' GROUP BY 1, 2, 3, 4, 5;'
    || into_caregiver || 'replaced, extended) SELECT * FROM (SELECT date_trunc(''month'', x.at AT TIME ZONE h.timezone)::date, ' || place || ', x.caregiver_id, coalesce(sum(x.sign * o.sign) FILTER (WHERE x.event = ''change''), 0) AS a, coalesce(sum(x.sign * o.sign) FILTER (WHERE x.event = ''extend''), 0) AS b' || joined || ' WHERE x.event IN (''change'', ''extend'') AND x.caregiver_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b) <> (0, 0);');
  facts := facts || jsonb_build_object('order_assignment', into_caregiver || 'taken) SELECT * FROM (SELECT date_trunc(''month'', lower(x.during) AT TIME ZONE h.timezone)::date, ' || place || ', x.caregiver_id, sum(x.sign * o.sign) AS a' || joined || ' WHERE (x.status <> ''void'' OR x.replaced_by IS NOT NULL) GROUP BY 1, 2, 3, 4, 5) t WHERE t.a <> 0;');
  FOR name, fact IN SELECT key, value FROM jsonb_each_text(facts) LOOP
    full_rows := full_rows || jsonb_build_object(name, format('(SELECT 1 AS sign, f.* FROM %I f)', name));
  END LOOP;
  full_rows := full_rows || jsonb_build_object('order_event', '(SELECT 1 AS sign, f.id, f.order_id, f.event, f.at, f.caregiver_id FROM order_event f WHERE (f.event IN (''change'', ''extend'') AND NOT EXISTS (SELECT FROM order_event u WHERE u.undoes = f.id)) OR (f.event = ''assign'' AND NOT EXISTS (SELECT FROM order_event e WHERE e.order_id = f.order_id AND e.event = ''assign'' AND e.id < f.id)))');

  FOR name, fact IN SELECT key, value FROM jsonb_each_text(facts) LOOP
    body := replace(fact, '{served}', replace(served, '{shares}', unshared) || replace(served, '{shares}', shared || ' AND x.relief_id IS NOT NULL'));
    EXECUTE format('CREATE FUNCTION stat_count_%s(one bigint DEFAULT NULL) RETURNS void LANGUAGE plpgsql%s AS $f$ BEGIN %s END $f$', name, for_many, replace(replace(body, '{joined}', whole), '{rows}', full_rows->>name));
    fact := replace(fact, '{served}', replace(served, '{shares}', shared));
    moved := moved || replace(replace(fact, '{joined}', by_order), '{rows}', full_rows->>name);
    FOREACH way IN ARRAY CASE WHEN name IN ('order_payment', 'order_adjustment', 'order_event') THEN ARRAY['added'] ELSE ARRAY['added', 'changed', 'removed'] END LOOP
      -- event || '' keeps the look back off the index by event, which holds every order's
      body := CASE WHEN name <> 'order_event' THEN ways->way->>2 ELSE '(SELECT 1 AS sign, n.id, n.order_id, n.event, n.at, n.caregiver_id FROM news n WHERE n.event IN (''change'', ''extend'') OR (n.event = ''assign'' AND NOT EXISTS (SELECT FROM order_event e WHERE e.order_id = n.order_id AND e.event || '''' = ''assign'' AND e.id < n.id))
        UNION ALL SELECT -1, u.id, u.order_id, u.event, u.at, u.caregiver_id FROM news n JOIN order_event u ON u.id = n.undoes WHERE u.event IN (''change'', ''extend''))' END;
      body := replace(replace(fact, '{joined}', by_row), '{rows}', body);
      -- most events are none of these
      IF name = 'order_event' THEN body := 'IF NOT EXISTS (SELECT FROM news n WHERE n.event IN (''change'', ''extend'', ''assign'', ''undo'')) THEN RETURN NULL; END IF; ' || body; END IF;
      EXECUTE format('CREATE OR REPLACE FUNCTION stat_%s_%s() RETURNS trigger LANGUAGE plpgsql%s AS $f$ BEGIN %s RETURN NULL; END $f$', name, way, by_index, body);
      IF name = 'order_assignment' THEN EXECUTE format('CREATE TRIGGER %1$s_stat_%2$s AFTER %3$s ON %1$s REFERENCING %4$s FOR EACH STATEMENT WHEN (current_setting(''stat.later'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION stat_%1$s_%2$s()', name, way, ways->way->>0, ways->way->>1); END IF;
    END LOOP;
  END LOOP;

  FOREACH way IN ARRAY ARRAY['added', 'changed', 'removed'] LOOP
    body := replace(replace(own, '{rows}', ways->way->>2), '{only}', '');
    IF way = 'changed' THEN
      -- an order that goes to another place, or is deleted, takes what belongs to it along
      -- compared as sets: what a trigger plans is kept, and a plan for one row joins thousands pair by pair
      body := 'IF NOT EXISTS (SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at, actual_start_at, ended_on, service_state, cancelled_at, end_reason IS NULL, early_by FROM news EXCEPT SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at, actual_start_at, ended_on, service_state, cancelled_at, end_reason IS NULL, early_by FROM olds) THEN RETURN NULL; END IF; '
        || body || ' IF EXISTS (SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at FROM news EXCEPT SELECT id, hospital_id, department_id, service_item_id, deleted_at IS NULL, bed_id IS NULL, created_at FROM olds) THEN ' || moved || ' END IF;';
    END IF;
    EXECUTE format('CREATE OR REPLACE FUNCTION stat_care_order_%s() RETURNS trigger LANGUAGE plpgsql%s AS $f$ BEGIN %s RETURN NULL; END $f$', way, by_index, body);
  END LOOP;
  -- counts every row anew, of one hospital or of all, on top of what is there; by tables, for the embedded database gives no statement more than a minute
  EXECUTE format('CREATE FUNCTION stat_count_care_order(one bigint DEFAULT NULL) RETURNS void LANGUAGE plpgsql%s AS $f$ BEGIN %s END $f$', for_many, replace(replace(own, '{rows}', '(SELECT 1 AS sign, c.* FROM care_order c)'), '{only}', ' AND (one IS NULL OR o.hospital_id = one)'));
END $make$;
--> statement-breakpoint
-- Sums what was changed, in three ways: some of it, all of one hospital, all there is. In one statement for each table, so that whoever reads sees it once, before or after. Days are summed before they are spread over months and levels.
DO $make$
DECLARE
  sums CONSTANT jsonb := '{"day": ["made", "started", "ended", "cancelled", "halves_normal", "halves_holiday", "halves_bedded", "halves_carer", "replaced", "extended", "ended_early", "assigned", "stars", "evaluations", "complaints", "charged_fen"],
    "money": ["received_fen", "refunded_fen"], "wait": ["orders"], "caregiver": ["halves_normal", "halves_holiday", "charged_fen", "stars", "evaluations", "complaints", "taken", "replaced", "extended", "ended_early"]}';
  more CONSTANT jsonb := '{"day": "", "money": ", method", "wait": ", minutes", "caregiver": ", caregiver_id"}';
  place CONSTANT text := 'hospital_id, department_id, service_item_id';
  ways CONSTANT jsonb := '{"some": "DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I LIMIT most)) RETURNING *", "hospital": "DELETE FROM %1$I WHERE hospital_id = one RETURNING *", "all": "SELECT * FROM %1$I"}';
  rest CONSTANT text := 'EXISTS (SELECT FROM stat_day_delta) OR EXISTS (SELECT FROM stat_money_delta) OR EXISTS (SELECT FROM stat_wait_delta) OR EXISTS (SELECT FROM stat_caregiver_delta)';
  way text;
  name text;
  x text;
  summed text;
  added text;
  columns text;
  body text;
BEGIN
  FOR way IN SELECT jsonb_object_keys(ways) LOOP
    body := '';
    FOR name IN SELECT jsonb_object_keys(sums) LOOP
      x := more->>name;
      SELECT string_agg(c, ', '), string_agg(format('sum(%1$I) AS %1$I', c), ', '), string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') INTO columns, summed, added FROM jsonb_array_elements_text(sums->name) c;
      body := body || format('WITH moved AS (%s)', format(ways->>way, 'stat_' || name || '_delta'));
      IF name = 'caregiver' THEN
        body := body || format(' INSERT INTO stat_caregiver AS t (level, month, %1$s%2$s, %3$s) SELECT grouping(department_id, service_item_id), month, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0)%2$s, %4$s FROM moved GROUP BY GROUPING SETS ((month, hospital_id%2$s), (month, %1$s%2$s))%5$s;', place, x, columns, summed, CASE way WHEN 'all' THEN ' ORDER BY 1, 2, 3' ELSE format(' ON CONFLICT (level, month, %s%s) DO UPDATE SET %s', place, x, added) END);
      ELSE
        body := body || format(', leaf AS (SELECT day, %1$s%2$s, %4$s FROM moved GROUP BY day, %1$s%2$s), spread AS (SELECT ''d''::"char" AS span, leaf.* FROM leaf UNION ALL SELECT ''m'', date_trunc(''month'', day::timestamp)::date, %1$s%2$s, %4$s FROM leaf GROUP BY 2, %1$s%2$s)
          INSERT INTO stat_%6$s AS t (span, level, day, %1$s%2$s, %3$s) SELECT span, grouping(department_id, service_item_id), day, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0)%2$s, %4$s
          FROM spread GROUP BY GROUPING SETS ((span, day, hospital_id%2$s), (span, day, hospital_id, service_item_id%2$s), (span, day, hospital_id, department_id%2$s), (span, day, %1$s%2$s))%5$s;', place, x, columns, summed, CASE way WHEN 'all' THEN ' ORDER BY 1, 2, 3' ELSE format(' ON CONFLICT (span, level, day, %s%s) DO UPDATE SET %s', place, x, added) END, name);
      END IF;
    END LOOP;
    EXECUTE CASE way
      -- true while there is more; so few that nobody waits for it, and that what is dead before them is soon passed
      WHEN 'some' THEN format('CREATE FUNCTION stat_fold_some(most int DEFAULT 2000) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN %s RETURN %s; END $f$', body, rest)
      WHEN 'hospital' THEN format('CREATE FUNCTION stat_fold_hospital(one bigint) RETURNS void LANGUAGE plpgsql SET work_mem = ''128MB'' AS $f$ BEGIN %s END $f$', body)
      -- into tables that are empty, for who has them alone; in the order in which they are read
      ELSE format('CREATE FUNCTION stat_fold_all() RETURNS void LANGUAGE plpgsql SET work_mem = ''128MB'' AS $f$ BEGIN ANALYZE stat_day_delta, stat_money_delta, stat_wait_delta, stat_caregiver_delta; %s TRUNCATE stat_day_delta, stat_money_delta, stat_wait_delta, stat_caregiver_delta; END $f$', body) END;
  END LOOP;
END $make$;
--> statement-breakpoint
-- Begins to make the summary anew, of one hospital or of all; stat_count_* of each table and stat_fold_hospital, or stat_fold_all and stat_indexed, end it, in the same transaction. Orders wait meanwhile: what they change would be counted twice or not at all.
CREATE FUNCTION stat_forget(one bigint DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  IF one IS NULL THEN
    TRUNCATE stat_day, stat_money, stat_wait, stat_caregiver, stat_day_delta, stat_money_delta, stat_wait_delta, stat_caregiver_delta;
    DELETE FROM stat_stale;
    -- made at once when all is there (stat_indexed), indexes cost a fraction
    ALTER TABLE stat_day DROP CONSTRAINT stat_day_pkey;
    ALTER TABLE stat_money DROP CONSTRAINT stat_money_pkey;
    ALTER TABLE stat_wait DROP CONSTRAINT stat_wait_pkey;
    ALTER TABLE stat_caregiver DROP CONSTRAINT stat_caregiver_pkey;
    DROP INDEX stat_day_place, stat_money_place, stat_wait_place;
  ELSE
    FOREACH name IN ARRAY ARRAY['day', 'money', 'wait', 'caregiver'] LOOP
      EXECUTE format('DELETE FROM stat_%s WHERE hospital_id = $1', name) USING one;
      EXECUTE format('DELETE FROM stat_%s_delta WHERE hospital_id = $1', name) USING one;
    END LOOP;
    DELETE FROM stat_stale WHERE hospital_id = one;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION stat_indexed() RETURNS void LANGUAGE plpgsql SET maintenance_work_mem = '128MB' AS $$ BEGIN
  ALTER TABLE stat_day ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id);
  ALTER TABLE stat_money ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, method);
  ALTER TABLE stat_wait ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, minutes);
  ALTER TABLE stat_caregiver ADD PRIMARY KEY (level, month, hospital_id, department_id, service_item_id, caregiver_id);
  CREATE INDEX stat_day_place ON stat_day (department_id, service_item_id, span, level, day);
  CREATE INDEX stat_money_place ON stat_money (department_id, service_item_id, span, level, day);
  CREATE INDEX stat_wait_place ON stat_wait (department_id, service_item_id, span, level, day);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stat_rebuild() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('stat_fold'));
  -- whoever holds an order is waited for first, for they go on to the others
  LOCK TABLE care_order IN EXCLUSIVE MODE;
  LOCK TABLE hospital, order_service_day, order_payment, order_adjustment, order_event, order_evaluation, order_complaint, order_assignment IN SHARE ROW EXCLUSIVE MODE;
  PERFORM stat_forget();
  FOREACH name IN ARRAY ARRAY['care_order', 'order_service_day', 'order_payment', 'order_adjustment', 'order_event', 'order_evaluation', 'order_complaint', 'order_assignment'] LOOP EXECUTE format('SELECT stat_count_%s()', name); END LOOP;
  PERFORM stat_fold_all();
  PERFORM stat_indexed();
END $$;
--> statement-breakpoint
-- all days of a hospital move with its clock: whoever changes it need not wait until they are counted
CREATE OR REPLACE FUNCTION hospital_clock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM care_order o WHERE o.hospital_id = NEW.id) THEN INSERT INTO stat_stale (hospital_id) VALUES (NEW.id) ON CONFLICT (hospital_id) DO UPDATE SET since = now(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- what is new in the summary by caregiver, of all that there is; the sweep folds it
SELECT stat_count_order_assignment();
--> statement-breakpoint
INSERT INTO stat_caregiver_delta (month, hospital_id, department_id, service_item_id, caregiver_id, replaced, extended)
  SELECT date_trunc('month', e.at AT TIME ZONE h.timezone)::date, o.hospital_id, o.department_id, o.service_item_id, e.caregiver_id, count(*) FILTER (WHERE e.event = 'change'), count(*) FILTER (WHERE e.event = 'extend')
  FROM order_event e JOIN care_order o ON o.id = e.order_id AND o.deleted_at IS NULL JOIN hospital h ON h.id = o.hospital_id WHERE e.event IN ('change', 'extend') AND e.caregiver_id IS NOT NULL AND NOT EXISTS (SELECT FROM order_event u WHERE u.undoes = e.id) GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO stat_caregiver_delta (month, hospital_id, department_id, service_item_id, caregiver_id, ended_early)
  SELECT date_trunc('month', o.ended_on::timestamp)::date, o.hospital_id, o.department_id, o.service_item_id, o.early_by, count(*) FROM care_order o WHERE o.deleted_at IS NULL AND o.service_state = 'completed' AND o.early_by IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
