-- A patient who is still there may move to another department though an earlier month of the stay is closed: statements are of hospitals and
-- caregivers, and neither changes. What has ended stays where it was, and so do the beds that a closed month has counted.
DROP TRIGGER care_order_closed ON care_order;
--> statement-breakpoint
CREATE TRIGGER care_order_closed AFTER UPDATE OF deleted_at, hospital_id, department_id, bed_id ON care_order FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.hospital_id <> NEW.hospital_id
    OR (NEW.service_state IN ('completed', 'cancelled') AND (OLD.department_id <> NEW.department_id OR (OLD.bed_id IS NULL) <> (NEW.bed_id IS NULL))))
  EXECUTE FUNCTION settlement_refuse_order();
