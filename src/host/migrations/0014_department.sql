-- Departments, wards and beds are edited by one person at a time; they are on or off.
ALTER TABLE hospital_department ADD COLUMN version int NOT NULL DEFAULT 1, ADD CONSTRAINT hospital_department_on_off CHECK (status IN (0, 1));
--> statement-breakpoint
ALTER TABLE hospital_ward ADD COLUMN version int NOT NULL DEFAULT 1, ADD CONSTRAINT hospital_ward_on_off CHECK (status IN (0, 1));
--> statement-breakpoint
ALTER TABLE hospital_bed ADD COLUMN version int NOT NULL DEFAULT 1, ADD CONSTRAINT hospital_bed_on_off CHECK (status IN (0, 1));
--> statement-breakpoint
-- the wards of a department
CREATE INDEX hospital_ward_department ON hospital_ward (department_id);
--> statement-breakpoint
-- who sees a hospital
CREATE INDEX sys_user_hospital_of ON sys_user_hospital (hospital_id);
--> statement-breakpoint
-- wards are listed too: what is counted of them holds while they stand still (0011_list.sql)
CREATE SEQUENCE hospital_ward_change;
--> statement-breakpoint
CREATE TRIGGER hospital_ward_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON hospital_ward FOR EACH STATEMENT EXECUTE FUNCTION note_change();
