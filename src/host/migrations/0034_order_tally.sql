-- How many orders stand in which status, by department: the sum of the rows here, to which whoever changes an order adds its difference in the
-- same transaction. Nobody waits for anybody: rows of one department and status are made one now and then (order_tally_fold).
LOCK TABLE care_order IN SHARE ROW EXCLUSIVE MODE;
CREATE TABLE order_tally (
  hospital_id bigint NOT NULL,
  department_id bigint NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL
);
CREATE INDEX order_tally_place ON order_tally (hospital_id, department_id, status);
--> statement-breakpoint
CREATE FUNCTION order_tally_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO order_tally SELECT hospital_id, department_id, status, count(*) FROM news WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_tally_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO order_tally SELECT v.hospital_id, v.department_id, v.status, v.n
  FROM (VALUES (old.hospital_id, old.department_id, old.status, -1, old.deleted_at), (new.hospital_id, new.department_id, new.status, 1, new.deleted_at)) v(hospital_id, department_id, status, n, gone) WHERE v.gone IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_tally_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO order_tally SELECT hospital_id, department_id, status, -count(*) FROM olds WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER care_order_tally_added AFTER INSERT ON care_order REFERENCING NEW TABLE AS news FOR EACH STATEMENT EXECUTE FUNCTION order_tally_added();
CREATE TRIGGER care_order_tally_changed AFTER UPDATE ON care_order FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status OR old.hospital_id IS DISTINCT FROM new.hospital_id OR old.department_id IS DISTINCT FROM new.department_id OR (old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL))
  EXECUTE FUNCTION order_tally_changed();
CREATE TRIGGER care_order_tally_removed AFTER DELETE ON care_order REFERENCING OLD TABLE AS olds FOR EACH STATEMENT EXECUTE FUNCTION order_tally_removed();
--> statement-breakpoint
-- Makes one row of those of a department and status. What is added meanwhile is not seen and stays; of two who fold, one takes a row away.
CREATE FUNCTION order_tally_fold() RETURNS void LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM order_tally t USING (SELECT hospital_id, department_id, status FROM order_tally GROUP BY 1, 2, 3 HAVING count(*) > 1) s
    WHERE (t.hospital_id, t.department_id, t.status) = (s.hospital_id, s.department_id, s.status) RETURNING t.*
  )
  INSERT INTO order_tally SELECT hospital_id, department_id, status, sum(n) FROM gone GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
$$;
--> statement-breakpoint
-- Adds what the rows themselves say otherwise: rows that came past the triggers. One statement sees both as of one moment, so that nobody waits.
CREATE FUNCTION order_tally_mend() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('order_tally'));
  INSERT INTO order_tally SELECT hospital_id, department_id, status, sum(n) FROM (
    SELECT hospital_id, department_id, status, count(*) AS n FROM care_order WHERE deleted_at IS NULL GROUP BY 1, 2, 3
    UNION ALL SELECT hospital_id, department_id, status, -n FROM order_tally) t GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
$$;
--> statement-breakpoint
SELECT order_tally_mend();
--> statement-breakpoint
-- What a row of the caregivers asks of each: who has a patient or will have one.
CREATE INDEX order_assignment_standing ON order_assignment (caregiver_id, order_id) WHERE status IN ('planned', 'serving');
--> statement-breakpoint
-- Each look at such a table by autovacuum makes every connection plan anew what it has kept of it. In a small busy house that was every two minutes, and cost seconds.
ALTER TABLE care_order SET (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000);
ALTER TABLE order_assignment SET (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 10000);
ALTER TABLE order_event SET (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_insert_threshold = 10000);
ALTER TABLE order_service_day SET (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 10000);
ALTER TABLE order_payment SET (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_insert_threshold = 10000);
