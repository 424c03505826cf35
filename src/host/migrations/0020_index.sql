-- The palette's index (areas/order/index.ts and areas/caregiver/index.ts repeat these conditions): page by page from the newest.
CREATE INDEX care_order_lines ON care_order (id) WHERE deleted_at IS NULL AND NOT (status IN ('closed', 'cancelled'));
--> statement-breakpoint
CREATE INDEX caregiver_lines ON caregiver (id) WHERE deleted_at IS NULL AND status NOT IN ('left', 'blacklisted');
--> statement-breakpoint
-- what was written since the index was read, whatever wrote it; also what was deleted
CREATE INDEX care_order_changed ON care_order (updated_at);
--> statement-breakpoint
CREATE INDEX caregiver_changed ON caregiver (updated_at);
