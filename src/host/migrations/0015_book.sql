-- a service is edited by one person at a time
ALTER TABLE service_item ADD COLUMN version int NOT NULL DEFAULT 1;
--> statement-breakpoint
-- a range of no day overlaps nothing, so the exclusion would let it through
ALTER TABLE service_price ADD CONSTRAINT service_price_days CHECK (NOT isempty(valid) AND NOT lower_inf(valid));
--> statement-breakpoint
ALTER TABLE hospital_holiday ADD CONSTRAINT hospital_holiday_days CHECK (NOT isempty(days) AND NOT lower_inf(days) AND NOT upper_inf(days));
--> statement-breakpoint
-- who lies in a ward, with a bed or still without one
CREATE INDEX care_order_ward_alive ON care_order (ward_id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
--> statement-breakpoint
-- whether a service has orders, so that what they were made by stands
CREATE INDEX care_order_service ON care_order (service_item_id);
