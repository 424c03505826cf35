-- A caregiver is found by the end of their ID number as a patient is (0007_life.sql).
CREATE INDEX caregiver_id_no_tail ON caregiver (reverse(id_no) text_pattern_ops) WHERE id_no IS NOT NULL;
