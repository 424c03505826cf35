-- What an order looked like before an event: its own columns, its stints and its days. An undo puts it back (domain.md, "undo").
ALTER TABLE order_event ADD COLUMN snapshot jsonb;
--> statement-breakpoint
-- the open refund and the renewal of an order are asked for with each row of a list
CREATE INDEX care_order_renewed_from ON care_order (renewed_from) WHERE renewed_from IS NOT NULL;
