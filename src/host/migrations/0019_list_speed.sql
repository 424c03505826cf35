-- What was slow in lists of a million rows besides 0018_list_order.sql, above all for those who see some hospitals only.
-- by department: those of one hospital together
CREATE INDEX care_order_by_department ON care_order (hospital_id, department_id, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- without bed or ward there are few or none: they are found, or missed, at once
CREATE INDEX care_order_bedless ON care_order (id) WHERE bed_id IS NULL AND bed_text IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_wardless ON care_order (id) WHERE ward_id IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX patient_name ON patient (name);
--> statement-breakpoint
CREATE INDEX caregiver_name ON caregiver (name);
--> statement-breakpoint
CREATE INDEX caregiver_status ON caregiver (status, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- a walk in the order of the list that passes many by need not look them up in the table
DROP INDEX caregiver_living;
--> statement-breakpoint
CREATE INDEX caregiver_living ON caregiver (id) INCLUDE (status, level, employment, gender, rating_count, rating_avg) WHERE deleted_at IS NULL;
--> statement-breakpoint
DROP INDEX caregiver_by_status;
--> statement-breakpoint
CREATE INDEX caregiver_by_status ON caregiver ((array_position('{pending,active,on_leave,suspended,blacklisted,left}'::text[], status)), id) INCLUDE (status) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- as the list compares it; not partial, so that the planner knows how many there are of each
DROP INDEX caregiver_by_ratings;
--> statement-breakpoint
CREATE INDEX caregiver_by_ratings ON caregiver ((rating_count::numeric), id);
--> statement-breakpoint
-- who is posted to a hospital on a day, from the index alone
DROP INDEX caregiver_hospital_place;
--> statement-breakpoint
CREATE INDEX caregiver_hospital_place ON caregiver_hospital (hospital_id, caregiver_id, during);
