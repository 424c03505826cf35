-- Finding among a million (host/find.ts): a name and its beginning by one index, and who is on a bed now.
CREATE INDEX patient_name_prefix ON patient (name text_pattern_ops);
--> statement-breakpoint
CREATE INDEX caregiver_name_prefix ON caregiver (name text_pattern_ops);
--> statement-breakpoint
CREATE INDEX care_order_bed_alive ON care_order (bed_id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
--> statement-breakpoint
-- the palette's index of those who see some departments only (areas/order/index.ts repeats this condition)
CREATE INDEX care_order_lines_department ON care_order (hospital_id, department_id, id) WHERE deleted_at IS NULL AND NOT (status IN ('closed', 'cancelled'));
