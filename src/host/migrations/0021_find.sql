-- Finding among a million (host/find.ts): a name and its beginning by one index, and who is on a bed now.
CREATE INDEX patient_name_prefix ON patient (name text_pattern_ops);
--> statement-breakpoint
CREATE INDEX caregiver_name_prefix ON caregiver (name text_pattern_ops);
--> statement-breakpoint
CREATE INDEX care_order_bed_alive ON care_order (bed_id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
