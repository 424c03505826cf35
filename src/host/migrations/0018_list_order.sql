-- What the lists of a million rows are sorted and filtered by, besides 0011_list.sql. A column that may be empty has its empty rows last either way, so each way has its own index.
-- The day on which the health certificate that lasts longest ends: kept beside the caregiver, because nothing can be sorted by what lies in other rows but by reading them all.
ALTER TABLE caregiver ADD COLUMN health_until date;
--> statement-breakpoint
UPDATE caregiver c SET health_until = k.until FROM (SELECT caregiver_id, max(expires_on) AS until FROM caregiver_certificate WHERE kind = 'health' AND revoked_at IS NULL GROUP BY 1) k WHERE k.caregiver_id = c.id;
--> statement-breakpoint
CREATE FUNCTION follow_health() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE caregiver c SET health_until = k.until
  FROM (SELECT t.caregiver_id, (SELECT max(x.expires_on) FROM caregiver_certificate x WHERE x.caregiver_id = t.caregiver_id AND x.kind = 'health' AND x.revoked_at IS NULL) AS until FROM (SELECT DISTINCT caregiver_id FROM touched) t) k
  WHERE c.id = k.caregiver_id AND c.health_until IS DISTINCT FROM k.until;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER caregiver_certificate_added AFTER INSERT ON caregiver_certificate REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_health();
--> statement-breakpoint
CREATE TRIGGER caregiver_certificate_edited AFTER UPDATE ON caregiver_certificate REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_health();
--> statement-breakpoint
CREATE TRIGGER caregiver_certificate_removed AFTER DELETE ON caregiver_certificate REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_health();
--> statement-breakpoint
CREATE INDEX caregiver_by_health ON caregiver (health_until, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_health_last ON caregiver (health_until DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_rating ON caregiver (rating_avg, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_rating_last ON caregiver (rating_avg DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_hiring ON caregiver (hired_on, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_hiring_last ON caregiver (hired_on DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- in the order of the contract (areas/caregiver/list.ts says these words again)
CREATE INDEX caregiver_by_level ON caregiver ((array_position('{junior,middle,senior,expert}'::text[], level)), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_employment ON caregiver ((array_position('{staff,partner}'::text[], employment)), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_status ON caregiver ((array_position('{pending,active,on_leave,suspended,blacklisted,left}'::text[], status)), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- who serves now
CREATE INDEX order_assignment_serving ON order_assignment (caregiver_id, order_id) WHERE status = 'serving';
--> statement-breakpoint
CREATE INDEX care_order_by_service ON care_order (service_item_id, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_actual_start ON care_order (actual_start_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_actual_start_last ON care_order (actual_start_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_actual_end ON care_order (actual_end_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_actual_end_last ON care_order (actual_end_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- what is asked of caregivers as it is shown; an index on an expression also tells the planner how many there are of each, unless it is partial
CREATE INDEX caregiver_phone_shown ON caregiver USING gin ((CASE WHEN length(mobile) >= 9 THEN left(mobile, 3) || '****' || right(mobile, 4) WHEN mobile IS NOT NULL THEN '****' END) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX caregiver_origin ON caregiver ((nullif(coalesce(origin_province, '') || coalesce(origin_city, ''), '')), id);
--> statement-breakpoint
-- A GiST index answers quickly only by what stands first in it, which the planner does not know: it read all of one to find a caregiver's stints. With `+ 0` it serves its constraint alone; what is looked for has indexes of its own.
ALTER TABLE order_assignment DROP CONSTRAINT assignment_no_double;
--> statement-breakpoint
ALTER TABLE order_assignment ADD CONSTRAINT assignment_no_double EXCLUDE USING gist ((order_id + 0) WITH =, (caregiver_id + 0) WITH =, during WITH &&) WHERE (status <> 'void');
--> statement-breakpoint
ALTER TABLE caregiver_hospital DROP CONSTRAINT caregiver_hospital_caregiver_id_hospital_id_during_excl;
--> statement-breakpoint
ALTER TABLE caregiver_hospital ADD CONSTRAINT caregiver_hospital_once EXCLUDE USING gist ((caregiver_id + 0) WITH =, (hospital_id + 0) WITH =, during WITH &&);
--> statement-breakpoint
CREATE INDEX caregiver_hospital_caregiver ON caregiver_hospital (caregiver_id, hospital_id, during);
