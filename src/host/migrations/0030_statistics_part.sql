-- What caregivers did, in parts of a month and in years too: the days at the ends of a range are then few, and a long range is few rows.
-- As whoever writes an order takes them, or they would wait for each other.
LOCK TABLE care_order IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- The first day of a part: 1, 6, 11, 16, 21 or 26; the last has the rest of the month.
CREATE FUNCTION stat_part(at timestamp) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT date_trunc('month', at)::date + least((extract(day FROM at)::int - 1) / 5, 5) * 5 $$;
--> statement-breakpoint
-- all of one caregiver
CREATE INDEX order_assignment_taken ON order_assignment (caregiver_id, lower(during)) WHERE status <> 'void' OR replaced_by IS NOT NULL;
--> statement-breakpoint
-- `span`: p a part of a month, without level 3; m a month; y a year
TRUNCATE stat_caregiver, stat_caregiver_delta;
--> statement-breakpoint
ALTER TABLE stat_caregiver DROP CONSTRAINT stat_caregiver_pkey;
--> statement-breakpoint
ALTER TABLE stat_caregiver RENAME COLUMN month TO day;
--> statement-breakpoint
ALTER TABLE stat_caregiver ADD COLUMN span "char" NOT NULL, ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, caregiver_id);
--> statement-breakpoint
-- the first day of the part
ALTER TABLE stat_caregiver_delta RENAME COLUMN month TO day;
--> statement-breakpoint
-- What counts rows says of caregivers the part of the month, where it said the month.
DO $make$
DECLARE
  definition text;
BEGIN
  FOR definition IN SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.proname LIKE 'stat\_%' AND p.proname NOT LIKE 'stat\_fold%' AND p.prosrc LIKE '%INSERT INTO stat_caregiver_delta (month, %' LOOP
    EXECUTE replace(replace(definition, 'INSERT INTO stat_caregiver_delta (month, ', 'INSERT INTO stat_caregiver_delta (day, '), 'date_trunc(''month'', ', 'stat_part(');
  END LOOP;
END $make$;
--> statement-breakpoint
-- Sums what was changed, in three ways: some of it, all of one hospital, all there is. In one statement for each table, so that whoever reads sees it once, before or after. As in 0027, but for caregivers: parts of a month are spread over months, years and levels.
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
        body := body || format(', leaf AS (SELECT day, %1$s%2$s, %4$s FROM moved GROUP BY day, %1$s%2$s), spread AS (SELECT ''p''::"char" AS span, leaf.* FROM leaf
            UNION ALL SELECT ''m'', date_trunc(''month'', day::timestamp)::date, %1$s%2$s, %4$s FROM leaf GROUP BY 2, %1$s%2$s UNION ALL SELECT ''y'', date_trunc(''year'', day::timestamp)::date, %1$s%2$s, %4$s FROM leaf GROUP BY 2, %1$s%2$s)
          INSERT INTO stat_caregiver AS t (span, level, day, %1$s%2$s, %3$s) SELECT span, grouping(department_id, service_item_id), day, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0)%2$s, %4$s FROM spread
          GROUP BY GROUPING SETS ((span, day, hospital_id%2$s), (span, day, %1$s%2$s)) HAVING span <> ''p'' OR grouping(department_id, service_item_id) = 0%5$s;', place, x, columns, summed, CASE way WHEN 'all' THEN ' ORDER BY 1, 2, 3' ELSE format(' ON CONFLICT (span, level, day, %s%s) DO UPDATE SET %s', place, x, added) END);
      ELSE
        body := body || format(', leaf AS (SELECT day, %1$s%2$s, %4$s FROM moved GROUP BY day, %1$s%2$s), spread AS (SELECT ''d''::"char" AS span, leaf.* FROM leaf UNION ALL SELECT ''m'', date_trunc(''month'', day::timestamp)::date, %1$s%2$s, %4$s FROM leaf GROUP BY 2, %1$s%2$s)
          INSERT INTO stat_%6$s AS t (span, level, day, %1$s%2$s, %3$s) SELECT span, grouping(department_id, service_item_id), day, hospital_id, coalesce(department_id, 0), coalesce(service_item_id, 0)%2$s, %4$s
          FROM spread GROUP BY GROUPING SETS ((span, day, hospital_id%2$s), (span, day, hospital_id, service_item_id%2$s), (span, day, hospital_id, department_id%2$s), (span, day, %1$s%2$s))%5$s;', place, x, columns, summed, CASE way WHEN 'all' THEN ' ORDER BY 1, 2, 3' ELSE format(' ON CONFLICT (span, level, day, %s%s) DO UPDATE SET %s', place, x, added) END, name);
      END IF;
    END LOOP;
    EXECUTE CASE way
      -- true while there is more; so few that nobody waits for it, and that what is dead before them is soon passed
      WHEN 'some' THEN format('CREATE OR REPLACE FUNCTION stat_fold_some(most int DEFAULT 2000) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN %s RETURN %s; END $f$', body, rest)
      WHEN 'hospital' THEN format('CREATE OR REPLACE FUNCTION stat_fold_hospital(one bigint) RETURNS void LANGUAGE plpgsql SET work_mem = ''128MB'' AS $f$ BEGIN %s END $f$', body)
      -- into tables that are empty, for who has them alone; in the order in which they are read
      ELSE format('CREATE OR REPLACE FUNCTION stat_fold_all() RETURNS void LANGUAGE plpgsql SET work_mem = ''128MB'' AS $f$ BEGIN ANALYZE stat_day_delta, stat_money_delta, stat_wait_delta, stat_caregiver_delta; %s TRUNCATE stat_day_delta, stat_money_delta, stat_wait_delta, stat_caregiver_delta; END $f$', body) END;
  END LOOP;
END $make$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stat_indexed() RETURNS void LANGUAGE plpgsql SET maintenance_work_mem = '128MB' AS $$ BEGIN
  ALTER TABLE stat_day ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id);
  ALTER TABLE stat_money ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, method);
  ALTER TABLE stat_wait ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, minutes);
  ALTER TABLE stat_caregiver ADD PRIMARY KEY (span, level, day, hospital_id, department_id, service_item_id, caregiver_id);
  CREATE INDEX stat_day_place ON stat_day (department_id, service_item_id, span, level, day);
  CREATE INDEX stat_money_place ON stat_money (department_id, service_item_id, span, level, day);
  CREATE INDEX stat_wait_place ON stat_wait (department_id, service_item_id, span, level, day);
END $$;
--> statement-breakpoint
-- everything anew, table by table, for the embedded database gives no statement more than a minute
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
