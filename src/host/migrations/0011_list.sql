-- How often a table was written to: a sequence for each, moved by every statement that changes it, before it commits and without a lock. What is counted of a list holds while it stands still.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval((TG_TABLE_NAME || '_change')::regclass); RETURN NULL; END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['care_order', 'order_assignment', 'patient', 'caregiver', 'caregiver_certificate', 'caregiver_hospital', 'hospital', 'hospital_department', 'hospital_bed', 'sys_user', 'sys_user_hospital', 'audit_event', 'sys_dict', 'sys_dict_item'] LOOP
    EXECUTE format('CREATE SEQUENCE %I', name || '_change');
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION note_change()', name || '_noted', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- what the orders are sorted by: a walk along an index costs the same at its end as at its begin
CREATE INDEX care_order_by_no ON care_order ((order_no COLLATE "C"), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_start ON care_order (planned_start, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_end ON care_order (planned_end, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_creation ON care_order (created_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_payable ON care_order (payable_fen, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_balance ON care_order (balance_fen, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_by_status ON care_order ((array_position(ARRAY['pending_assign', 'pending_service', 'in_service', 'pending_payment', 'pending_evaluation', 'refunding', 'closed', 'cancelled'], status)), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- people by the first reading of their name
CREATE INDEX patient_by_name ON patient ((coalesce(nullif(name_pinyin, ''), lower(name)) COLLATE "C"), (name COLLATE "C"));
--> statement-breakpoint
CREATE INDEX caregiver_by_name ON caregiver ((coalesce(nullif(name_pinyin, ''), lower(name)) COLLATE "C"), (name COLLATE "C"), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_no ON caregiver ((staff_no COLLATE "C"), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_creation ON caregiver (created_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_by_ratings ON caregiver (rating_count, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX caregiver_living ON caregiver (id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- a view is changed by one window at a time; one that is shared is looked for by whom it is shared with
ALTER TABLE saved_view ADD COLUMN version int NOT NULL DEFAULT 1, ADD CONSTRAINT saved_view_shared_once CHECK (shared_role IS NULL OR shared_hospital IS NULL);
--> statement-breakpoint
CREATE INDEX saved_view_role ON saved_view (shared_role) WHERE shared_role IS NOT NULL;
--> statement-breakpoint
CREATE INDEX saved_view_hospital ON saved_view (shared_hospital) WHERE shared_hospital IS NOT NULL;
