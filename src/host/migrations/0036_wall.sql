-- A second wall on PostgreSQL behind the scope that every statement carries: in a transaction that writes for somebody who is bound to hospitals
-- (`nursing.reach`, set by host/write.ts) the database itself refuses rows of others: none is made, changed, locked or taken away. Whoever sees all, and what no
-- person asks for, sets nothing. Reading goes on without: a condition there would keep what is found by name from its indexes (README).
-- Postings are not walled: a caregiver belongs to no hospital, and whoever leaves the company leaves them all.
-- Superusers and roles with BYPASSRLS go around it, the embedded database's only one among them.
CREATE FUNCTION reach_holds(hospital bigint) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN coalesce(current_setting('nursing.reach', true), '') = '' THEN true ELSE coalesce(hospital = ANY (current_setting('nursing.reach')::bigint[]), false) END
$$;
--> statement-breakpoint
CREATE FUNCTION reach_holds_order(one bigint) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN coalesce(current_setting('nursing.reach', true), '') = '' THEN true ELSE coalesce((SELECT reach_holds(o.hospital_id) FROM care_order o WHERE o.id = one), false) END
$$;
--> statement-breakpoint
DO $$
DECLARE
  walled record;
BEGIN
  FOR walled IN
    SELECT name, 'reach_holds(hospital_id)' AS holds FROM unnest(ARRAY['care_order', 'settlement_period', 'hospital_department', 'hospital_ward', 'hospital_bed', 'hospital_holiday', 'hospital_shift', 'service_price']) name
    UNION ALL
    SELECT name, 'reach_holds_order(order_id)' FROM unnest(ARRAY['order_adjustment', 'order_assignment', 'order_complaint', 'order_evaluation', 'order_event', 'order_extension', 'order_payment', 'order_refund', 'order_service_day']) name
  LOOP
    EXECUTE format('CREATE POLICY reach_read ON %I FOR SELECT USING (true)', walled.name);
    EXECUTE format('CREATE POLICY reach_add ON %I FOR INSERT WITH CHECK (%s)', walled.name, walled.holds);
    EXECUTE format('CREATE POLICY reach_change ON %I FOR UPDATE USING (%s)', walled.name, walled.holds);
    EXECUTE format('CREATE POLICY reach_remove ON %I FOR DELETE USING (%s)', walled.name, walled.holds);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled.name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled.name);
  END LOOP;
END $$;
