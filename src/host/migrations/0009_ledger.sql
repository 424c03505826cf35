-- Receipt numbers of a day: the last one given out. Taken inside the payment's own transaction, so a day's numbers have no gaps.
CREATE TABLE receipt_day (day date PRIMARY KEY, last int NOT NULL CHECK (last > 0));
--> statement-breakpoint
-- a number is given out once; numbers of receipts written elsewhere come with an import, and may repeat
CREATE UNIQUE INDEX order_payment_receipt ON order_payment (proof_no) WHERE proof_kind = 'receipt' AND left(idempotency_key, 7) <> 'import:';
--> statement-breakpoint
-- a caregiver's rating is reckoned from all their evaluations
CREATE INDEX order_evaluation_caregiver ON order_evaluation (caregiver_id) INCLUDE (overall);
--> statement-breakpoint
-- evaluation ends by itself 30 days after service
CREATE INDEX care_order_to_evaluate ON care_order (actual_end_at) WHERE eval_state = 'open' AND deleted_at IS NULL;
--> statement-breakpoint
-- one refund at a time
CREATE UNIQUE INDEX order_refund_one ON order_refund (order_id) WHERE status IN ('requested', 'approved');
--> statement-breakpoint
-- what is payable is told by all its adjustments: one that was wrong is made up for by another
CREATE TRIGGER order_adjustment_append_only BEFORE UPDATE OR DELETE ON order_adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
