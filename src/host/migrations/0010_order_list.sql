-- Since when an order waits in its status: null until it first changes, and then it is the instant of the last change.
ALTER TABLE care_order ADD COLUMN waiting_since timestamptz;
--> statement-breakpoint
-- assigned orders begin their wait with their last event; what serves or has ended says by itself since when
UPDATE care_order o SET waiting_since = (SELECT max(e.at) FROM order_event e WHERE e.order_id = o.id AND e.to_state = 'assigned') WHERE o.service_state = 'assigned';
--> statement-breakpoint
-- a status is made from other columns once a row is written, so only afterwards can it be seen to have changed
CREATE FUNCTION order_waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE care_order SET waiting_since = now() WHERE id = NEW.id; RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER care_order_waits AFTER UPDATE ON care_order FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION order_waits();
--> statement-breakpoint
-- "longest waiting": what has ended waits for nothing and comes last
CREATE INDEX care_order_waiting ON care_order ((status IN ('closed', 'cancelled')), (coalesce(waiting_since, actual_end_at, actual_start_at, created_at)), id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- what the filters of the list and the counts of its tabs read, by these columns alone
CREATE INDEX care_order_stay ON care_order (planned_end, planned_start, status, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_owed ON care_order (status, id) WHERE balance_fen > 0 AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_department ON care_order (department_id, status, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX order_assignment_served ON order_assignment (caregiver_id, order_id) WHERE status <> 'void';
--> statement-breakpoint
-- what happened while someone's stream of changes was interrupted
CREATE INDEX order_event_at ON order_event (at);
