-- A month of a hospital is closed: its version counts closings and reopenings, so that of two people at once exactly one wins. The last reopening says why.
ALTER TABLE settlement_period ADD COLUMN version int NOT NULL DEFAULT 0, ADD COLUMN reopen_reason text;
--> statement-breakpoint
-- what a closing finds again when it is opened
CREATE INDEX order_service_day_period ON order_service_day (period_id) WHERE period_id IS NOT NULL;
--> statement-breakpoint
-- money of a month
CREATE INDEX order_payment_received ON order_payment (received_at);
--> statement-breakpoint
CREATE INDEX order_adjustment_created ON order_adjustment (created_at);
--> statement-breakpoint
-- Whoever writes days or dated money holds the books until the transaction ends, beside all others who write; who closes a month holds
-- them alone (areas/settlement/store.ts repeats the number). Taken before a statement touches a row, so that nobody waits for it with one in hand.
CREATE FUNCTION settlement_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(73052028);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION settlement_say(hospital bigint, at date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'day % of hospital % is closed', at, hospital USING ERRCODE = '23C01', CONSTRAINT = 'settlement_closed';
END $$;
--> statement-breakpoint
-- A closed day refuses to come, to change and to go.
CREATE FUNCTION settlement_refuse_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE hit record;
BEGIN
  IF NOT EXISTS (SELECT FROM settlement_period p WHERE p.status = 'closed') THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT p.hospital_id, x.day INTO hit FROM new_row x JOIN care_order o ON o.id = x.order_id JOIN settlement_period p ON p.hospital_id = o.hospital_id AND p.days @> x.day AND p.status = 'closed' LIMIT 1;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT p.hospital_id, x.day INTO hit FROM old_row x JOIN care_order o ON o.id = x.order_id JOIN settlement_period p ON p.hospital_id = o.hospital_id AND p.days @> x.day AND p.status = 'closed' LIMIT 1;
  ELSE
    SELECT p.hospital_id, x.day INTO hit
    FROM (SELECT * FROM ((SELECT * FROM old_row EXCEPT ALL SELECT * FROM new_row) UNION ALL (SELECT * FROM new_row EXCEPT ALL SELECT * FROM old_row)) changed) x
      JOIN care_order o ON o.id = x.order_id JOIN settlement_period p ON p.hospital_id = o.hospital_id AND p.days @> x.day AND p.status = 'closed' LIMIT 1;
  END IF;
  IF FOUND THEN PERFORM settlement_say(hit.hospital_id, hit.day); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_service_day_hold BEFORE INSERT OR UPDATE OR DELETE ON order_service_day FOR EACH STATEMENT EXECUTE FUNCTION settlement_hold();
--> statement-breakpoint
CREATE TRIGGER order_service_day_closed_insert AFTER INSERT ON order_service_day REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse_day();
--> statement-breakpoint
CREATE TRIGGER order_service_day_closed_update AFTER UPDATE ON order_service_day REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse_day();
--> statement-breakpoint
CREATE TRIGGER order_service_day_closed_delete AFTER DELETE ON order_service_day REFERENCING OLD TABLE AS old_row FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse_day();
--> statement-breakpoint
-- What a statement says was received and adjusted in a closed month stays as it was said; both tables only ever grow.
CREATE FUNCTION settlement_refuse_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE hit record;
BEGIN
  IF NOT EXISTS (SELECT FROM settlement_period p WHERE p.status = 'closed') THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'order_payment' THEN
    SELECT p.hospital_id, (x.received_at AT TIME ZONE h.timezone)::date AS day INTO hit
    FROM new_row x JOIN care_order o ON o.id = x.order_id JOIN hospital h ON h.id = o.hospital_id JOIN settlement_period p ON p.hospital_id = o.hospital_id AND p.days @> (x.received_at AT TIME ZONE h.timezone)::date AND p.status = 'closed' LIMIT 1;
  ELSE
    SELECT p.hospital_id, (x.created_at AT TIME ZONE h.timezone)::date AS day INTO hit
    FROM new_row x JOIN care_order o ON o.id = x.order_id JOIN hospital h ON h.id = o.hospital_id JOIN settlement_period p ON p.hospital_id = o.hospital_id AND p.days @> (x.created_at AT TIME ZONE h.timezone)::date AND p.status = 'closed' LIMIT 1;
  END IF;
  IF FOUND THEN PERFORM settlement_say(hit.hospital_id, hit.day); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_payment_hold BEFORE INSERT ON order_payment FOR EACH STATEMENT EXECUTE FUNCTION settlement_hold();
--> statement-breakpoint
CREATE TRIGGER order_payment_closed AFTER INSERT ON order_payment REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse_money();
--> statement-breakpoint
CREATE TRIGGER order_adjustment_hold BEFORE INSERT ON order_adjustment FOR EACH STATEMENT EXECUTE FUNCTION settlement_hold();
--> statement-breakpoint
CREATE TRIGGER order_adjustment_closed AFTER INSERT ON order_adjustment REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse_money();
--> statement-breakpoint
-- An order with closed days stays, and stays its hospital's.
CREATE FUNCTION settlement_refuse_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at date;
BEGIN
  SELECT y.day INTO at FROM order_service_day y JOIN settlement_period p ON p.id = y.period_id AND p.status = 'closed' WHERE y.order_id = OLD.id LIMIT 1;
  IF FOUND THEN PERFORM settlement_say(OLD.hospital_id, at); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER care_order_hold BEFORE UPDATE OF deleted_at, hospital_id ON care_order FOR EACH STATEMENT EXECUTE FUNCTION settlement_hold();
--> statement-breakpoint
CREATE TRIGGER care_order_closed AFTER UPDATE OF deleted_at, hospital_id ON care_order FOR EACH ROW WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.hospital_id IS DISTINCT FROM NEW.hospital_id) EXECUTE FUNCTION settlement_refuse_order();
