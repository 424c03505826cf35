-- a patient is found by the end of the ID number too
CREATE INDEX patient_id_no_tail ON patient (reverse(id_no) text_pattern_ops) WHERE id_no IS NOT NULL;
--> statement-breakpoint
-- an extension may be half a day: the same day, from noon to its end
ALTER TABLE order_extension DROP CONSTRAINT order_extension_check, ADD COLUMN old_half text NOT NULL DEFAULT 'PM' CHECK (old_half IN ('AM','PM')), ADD COLUMN new_half text NOT NULL DEFAULT 'PM' CHECK (new_half IN ('AM','PM')),
  ADD CONSTRAINT order_extension_later CHECK (new_end > old_end OR (new_end = old_end AND old_half = 'AM' AND new_half = 'PM'));
