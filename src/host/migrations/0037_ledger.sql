-- What only grows is not emptied either, and of a refund only its course is changed: neither what it is for nor who asked for it.
CREATE TRIGGER order_payment_whole BEFORE TRUNCATE ON order_payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_adjustment_whole BEFORE TRUNCATE ON order_adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_event_whole BEFORE TRUNCATE ON order_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_refund_whole BEFORE DELETE OR TRUNCATE ON order_refund FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_refund_append_only BEFORE UPDATE ON order_refund FOR EACH ROW
  WHEN ((OLD.order_id, OLD.amount_fen, OLD.requested_by, OLD.created_at) IS DISTINCT FROM (NEW.order_id, NEW.amount_fen, NEW.requested_by, NEW.created_at))
  EXECUTE FUNCTION refuse_change();
