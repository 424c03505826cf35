-- What a caregiver earned, day by day: their days, and the half days that they took over at noon.
CREATE INDEX order_service_day_caregiver ON order_service_day (caregiver_id, day) WHERE attendance <> 'void';
--> statement-breakpoint
CREATE INDEX order_service_day_relief ON order_service_day (relief_id, day) WHERE relief_id IS NOT NULL AND attendance <> 'void';
