-- A day that nobody served until noon: half of it is whose it was then, half is nobody's. What is paid of it is what they get.
-- As whoever writes an order takes them, or they would wait for each other.
LOCK TABLE care_order IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- What counts days counts the half days that someone has; halves as day_share (0023_statistics.sql).
DO $make$
DECLARE
  definition text;
  had CONSTANT text := 'v.halves * (x.caregiver_id IS NOT NULL)::int';
BEGIN
  FOR definition IN SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.proname LIKE 'stat\_%' AND strpos(p.prosrc, had) > 0 LOOP
    EXECUTE replace(definition, had, 'CASE WHEN x.caregiver_id IS NOT NULL THEN v.halves WHEN x.relief_id IS NOT NULL THEN v.halves / 2 ELSE 0 END');
  END LOOP;
END $make$;
--> statement-breakpoint
ALTER TABLE order_service_day DISABLE TRIGGER order_service_day_closed_update;
--> statement-breakpoint
-- Of nobody's morning, with which service ended, nothing is anyone's; in a closed month it stays as it was paid.
UPDATE order_service_day SET caregiver_pay_fen = 0, relief_id = NULL, relief_pay_fen = 0 WHERE caregiver_id IS NULL AND relief_id IS NOT NULL AND fraction < 1 AND period_id IS NULL AND attendance <> 'void';
--> statement-breakpoint
-- also of closed months, whose pay (caregiver_pay) has been that all along
UPDATE order_service_day SET caregiver_pay_fen = relief_pay_fen WHERE caregiver_id IS NULL AND relief_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE order_service_day ENABLE TRIGGER order_service_day_closed_update;
--> statement-breakpoint
-- what was not counted of those that there are; the sweep folds it
INSERT INTO stat_day_delta (day, hospital_id, department_id, service_item_id, halves_carer)
  SELECT y.day, o.hospital_id, o.department_id, o.service_item_id, sum((y.fraction * 2)::int / 2) FROM order_service_day y JOIN care_order o ON o.id = y.order_id AND o.deleted_at IS NULL
  WHERE y.caregiver_id IS NULL AND y.relief_id IS NOT NULL AND y.attendance <> 'void' AND y.fraction = 1 GROUP BY 1, 2, 3, 4;
