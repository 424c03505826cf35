-- More figures are told by caregiver: beds, orders that were assigned, began, ended and were called off. Whose each is stands with the order, or the event, since stints and days are changed later.
-- All that is changed, before the long work: whoever held one of them and waited for another would end it in the middle.
LOCK TABLE care_order, order_event, stat_day, stat_day_delta, stat_money, stat_money_delta, stat_wait, stat_wait_delta, stat_caregiver, stat_caregiver_delta IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DROP INDEX care_order_early_by;
--> statement-breakpoint
-- Who served last is known of every order that ended, not of those alone that ended early.
ALTER TABLE care_order RENAME COLUMN early_by TO ended_carer;
--> statement-breakpoint
-- Who served when service began; who was to serve when it was called off: null where nobody was.
ALTER TABLE care_order ADD COLUMN started_carer bigint, ADD COLUMN cancelled_carer bigint;
--> statement-breakpoint
-- As in 0027; an assignment is of the stint that was made with it.
CREATE OR REPLACE FUNCTION order_carer_at(order_id bigint, at timestamptz, event text, before jsonb) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN $3 = 'change' AND $4 ? 'caregiverNo' THEN (SELECT c.id FROM caregiver c WHERE c.staff_no = $4->>'caregiverNo')
    WHEN $3 = 'assign' THEN (SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = $1 AND a.created_at <= $2 ORDER BY a.created_at DESC, a.id DESC LIMIT 1)
    ELSE coalesce((SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = $1 AND a.status <> 'void' AND lower(a.during) < $2 ORDER BY lower(a.during) DESC, a.id DESC LIMIT 1),
      (SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = $1 AND a.status <> 'void' AND a.created_at < $2 ORDER BY lower(a.during), a.id LIMIT 1)) END;
$$;
--> statement-breakpoint
DROP TRIGGER order_event_carer ON order_event;
--> statement-breakpoint
CREATE TRIGGER order_event_carer BEFORE INSERT ON order_event FOR EACH ROW WHEN (NEW.event IN ('change', 'extend', 'assign')) EXECUTE FUNCTION order_event_carer();
--> statement-breakpoint
-- What is written when an order comes with its past (areas/intake, areas/demo) stays; who had one that is called off is said by whoever calls it off, for its stints are void by then.
CREATE OR REPLACE FUNCTION order_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.cancelled_at := CASE WHEN NEW.service_state <> 'cancelled' THEN NULL WHEN TG_OP = 'INSERT' THEN coalesce(NEW.cancelled_at, NEW.updated_at) ELSE now() END;
  NEW.cancelled_carer := CASE WHEN NEW.service_state = 'cancelled' THEN NEW.cancelled_carer END;
  NEW.started_carer := CASE WHEN NEW.actual_start_at IS NULL THEN NULL WHEN TG_OP = 'UPDATE' AND OLD.actual_start_at IS NULL THEN order_carer_at(NEW.id, now(), 'start', NULL) ELSE NEW.started_carer END;
  NEW.ended_on := CASE WHEN NEW.service_state <> 'completed' THEN NULL WHEN TG_OP = 'INSERT' AND NEW.ended_on IS NOT NULL THEN NEW.ended_on ELSE order_last_day(NEW.id, NEW.hospital_id, NEW.actual_end_at) END;
  NEW.ended_carer := CASE WHEN NEW.service_state <> 'completed' THEN NULL WHEN TG_OP = 'INSERT' AND NEW.ended_carer IS NOT NULL THEN NEW.ended_carer ELSE order_carer_last(NEW.id) END;
  RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE order_event DISABLE TRIGGER order_event_append_only;
--> statement-breakpoint
UPDATE order_event e SET caregiver_id = coalesce((SELECT c.id FROM caregiver c WHERE c.staff_no = e.after->>'caregiverNo'), order_carer_at(e.order_id, e.at, e.event, e.before)) WHERE e.event = 'assign';
--> statement-breakpoint
ALTER TABLE order_event ENABLE TRIGGER order_event_append_only;
--> statement-breakpoint
-- all is counted anew below
ALTER TABLE care_order DISABLE TRIGGER care_order_stat_changed;
--> statement-breakpoint
-- Made at once when all is there, indexes cost a fraction: each row that changes would be written to all of them. Each step by itself, for the embedded database gives no statement more than a minute.
CREATE TEMPORARY TABLE order_index ON COMMIT DROP AS SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition, row_number() OVER (ORDER BY i.indexrelid) AS n FROM pg_index i WHERE i.indrelid = 'care_order'::regclass AND NOT i.indisunique AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid);
--> statement-breakpoint
DO $$ DECLARE name text; BEGIN FOR name IN SELECT i.name FROM order_index i LOOP EXECUTE format('DROP INDEX %s', name); END LOOP; END $$;
--> statement-breakpoint
-- Of those that there are. Who began: the stint that had begun by then, of those that were there already, also one that was replaced since within its first half day. Who was to serve: as the event kept it, else the stint that was made last.
CREATE FUNCTION pg_temp.carers_of_old(part int) RETURNS void LANGUAGE sql AS $$
  UPDATE care_order o SET
    started_carer = CASE WHEN o.actual_start_at IS NOT NULL THEN (SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = o.id AND (a.status <> 'void' OR a.replaced_by IS NOT NULL)
      ORDER BY a.created_at > o.actual_start_at, a.status = 'void', greatest(lower(a.during), o.actual_start_at), lower(a.during) DESC, a.id DESC LIMIT 1) END,
    ended_carer = CASE WHEN o.service_state = 'completed' THEN order_carer_last(o.id) END,
    cancelled_carer = CASE WHEN o.service_state = 'cancelled' THEN (
      SELECT CASE WHEN e.from_state = 'assigned' THEN coalesce(
        (SELECT (s->>'caregiver_id')::bigint FROM jsonb_array_elements(e.snapshot->'stints') s WHERE s->>'status' <> 'void' ORDER BY greatest(lower((s->>'during')::tstzrange), e.at), lower((s->>'during')::tstzrange) DESC, (s->>'id')::bigint DESC LIMIT 1),
        (SELECT a.caregiver_id FROM order_assignment a WHERE a.order_id = o.id ORDER BY a.id DESC LIMIT 1)) END
      FROM order_event e WHERE e.order_id = o.id AND e.to_state = 'cancelled' AND e.from_state IS DISTINCT FROM 'cancelled' ORDER BY e.id DESC LIMIT 1) END
  WHERE o.id % 4 = part AND (o.actual_start_at IS NOT NULL OR o.service_state IN ('completed', 'cancelled'));
$$;
--> statement-breakpoint
SELECT pg_temp.carers_of_old(0);
--> statement-breakpoint
SELECT pg_temp.carers_of_old(1);
--> statement-breakpoint
SELECT pg_temp.carers_of_old(2);
--> statement-breakpoint
SELECT pg_temp.carers_of_old(3);
--> statement-breakpoint
SET LOCAL maintenance_work_mem = '128MB';
--> statement-breakpoint
CREATE FUNCTION pg_temp.index_again(part int) RETURNS void LANGUAGE plpgsql AS $$ DECLARE definition text; BEGIN FOR definition IN SELECT i.definition FROM order_index i WHERE i.n % 4 = part ORDER BY i.n LOOP EXECUTE definition; END LOOP; END $$;
--> statement-breakpoint
SELECT pg_temp.index_again(0);
--> statement-breakpoint
SELECT pg_temp.index_again(1);
--> statement-breakpoint
SELECT pg_temp.index_again(2);
--> statement-breakpoint
SELECT pg_temp.index_again(3);
--> statement-breakpoint
ALTER TABLE care_order ENABLE TRIGGER care_order_stat_changed;
--> statement-breakpoint
-- all of one caregiver
CREATE INDEX care_order_started_carer ON care_order (started_carer, actual_start_at) WHERE started_carer IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_ended_carer ON care_order (ended_carer, ended_on) WHERE ended_carer IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_cancelled_carer ON care_order (cancelled_carer, cancelled_at) WHERE cancelled_carer IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
ALTER TABLE stat_caregiver ADD COLUMN halves_bedded int NOT NULL DEFAULT 0, ADD COLUMN started int NOT NULL DEFAULT 0, ADD COLUMN ended int NOT NULL DEFAULT 0, ADD COLUMN cancelled int NOT NULL DEFAULT 0, ADD COLUMN assigned int NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE stat_caregiver_delta ADD COLUMN halves_bedded int NOT NULL DEFAULT 0, ADD COLUMN started int NOT NULL DEFAULT 0, ADD COLUMN ended int NOT NULL DEFAULT 0, ADD COLUMN cancelled int NOT NULL DEFAULT 0, ADD COLUMN assigned int NOT NULL DEFAULT 0;
--> statement-breakpoint
-- What counts rows (0027), and what sums them (0030), says these of caregivers too: each text that is there becomes the one beside it, in every function that has it.
DO $make$
DECLARE
  place CONSTANT text := 'o.hospital_id, o.department_id, o.service_item_id, ';
  alone CONSTANT text := ' AND (one IS NULL OR o.hospital_id = one)';
  one CONSTANT text := ' GROUP BY 1, 2, 3, 4, 5) t WHERE t.a <> 0;';
  four CONSTANT text := ' GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b, t.c, t.d) <> (0, 0, 0, 0);';
  said CONSTANT text[] := ARRAY[
    -- orders
    'end_reason IS NULL, early_by FROM', 'end_reason IS NULL, started_carer, ended_carer, cancelled_carer FROM',
    'caregiver_id, ended_early) SELECT * FROM (SELECT stat_part(o.ended_on::timestamp)::date, ' || place || 'o.early_by, sum(o.sign) AS a FROM',
    'caregiver_id, started, ended, ended_early, cancelled) SELECT * FROM (SELECT stat_part(v.at)::date, ' || place || 'v.who, sum(o.sign * v.started) AS a, sum(o.sign * v.ended) AS b, sum(o.sign * v.early) AS c, sum(o.sign * v.cancelled) AS d FROM',
    ' o WHERE o.deleted_at IS NULL AND o.service_state = ''completed'' AND o.early_by IS NOT NULL',
    ' o JOIN hospital h ON h.id = o.hospital_id CROSS JOIN LATERAL (VALUES
      (o.actual_start_at AT TIME ZONE h.timezone, o.started_carer, 1, 0, 0, 0),
      (o.ended_on::timestamp, CASE WHEN o.service_state = ''completed'' THEN o.ended_carer END, 0, 1, (o.end_reason IS NOT NULL)::int, 0),
      (o.cancelled_at AT TIME ZONE h.timezone, CASE WHEN o.service_state = ''cancelled'' THEN o.cancelled_carer END, 0, 0, 0, 1)) v(at, who, started, ended, early, cancelled)
    WHERE o.deleted_at IS NULL AND v.at IS NOT NULL AND v.who IS NOT NULL',
    'v.who IS NOT NULL' || one, 'v.who IS NOT NULL' || four, 'v.who IS NOT NULL' || alone || one, 'v.who IS NOT NULL' || alone || four,
    -- days
    'caregiver_id, halves_normal, halves_holiday, charged_fen)', 'caregiver_id, halves_normal, halves_holiday, charged_fen, halves_bedded)',
    'sum(s.n * v.amount_fen) AS c', 'sum(s.n * v.amount_fen) AS c, sum(s.n * v.halves * (o.bed_id IS NOT NULL)::int) AS d',
    '(t.a, t.b, t.c) <> (0, 0, 0)', '(t.a, t.b, t.c, t.d) <> (0, 0, 0, 0)',
    -- events
    'caregiver_id, replaced, extended)', 'caregiver_id, replaced, extended, assigned)',
    'FILTER (WHERE x.event = ''extend''), 0) AS b FROM', 'FILTER (WHERE x.event = ''extend''), 0) AS b, coalesce(sum(x.sign * o.sign) FILTER (WHERE x.event = ''assign''), 0) AS c FROM',
    'WHERE x.event IN (''change'', ''extend'') AND x.caregiver_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b) <> (0, 0)',
    'WHERE (x.event <> ''assign'' OR o.source <> ''import'') AND x.caregiver_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5) t WHERE (t.a, t.b, t.c) <> (0, 0, 0)',
    -- sums
    'complaints, taken, ', 'complaints, halves_bedded, started, ended, cancelled, assigned, taken, ',
    'sum(taken) AS taken', 'sum(halves_bedded) AS halves_bedded, sum(started) AS started, sum(ended) AS ended, sum(cancelled) AS cancelled, sum(assigned) AS assigned, sum(taken) AS taken',
    'taken = t.taken + excluded.taken', 'halves_bedded = t.halves_bedded + excluded.halves_bedded, started = t.started + excluded.started, ended = t.ended + excluded.ended, cancelled = t.cancelled + excluded.cancelled, assigned = t.assigned + excluded.assigned, taken = t.taken + excluded.taken'];
  definition text;
  was text;
BEGIN
  FOR definition IN SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.proname LIKE 'stat\_%' AND p.prosrc LIKE '%stat\_caregiver%' LOOP
    was := definition;
    FOR i IN 1 .. array_length(said, 1) BY 2 LOOP definition := replace(definition, said[i], said[i + 1]); END LOOP;
    IF definition <> was THEN EXECUTE definition; END IF;
  END LOOP;
END $make$;
--> statement-breakpoint
-- everything anew, as in 0030
SELECT stat_forget();
--> statement-breakpoint
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
--> statement-breakpoint
SELECT stat_count_order_assignment();
--> statement-breakpoint
SELECT stat_fold_all();
--> statement-breakpoint
SELECT stat_indexed();
