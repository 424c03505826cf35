-- English as its readers say it: the level between junior and senior, and kinds of hospitals, which need not say again that they are hospitals. What an
-- administrator has called otherwise stays.
WITH better (code, value, word, label) AS (VALUES
  ('caregiver_level', 'middle', 'Middle', 'Mid-level'), ('hospital_kind', 'general', 'General hospital', 'General'), ('hospital_kind', 'specialist', 'Specialist hospital', 'Specialist'),
  ('hospital_kind', 'tcm', 'Chinese medicine hospital', 'Chinese medicine'), ('hospital_kind', 'rehab', 'Rehabilitation hospital', 'Rehabilitation'), ('hospital_kind', 'maternity', 'Maternity and child hospital', 'Maternity')
), changed AS (
  UPDATE sys_dict_item i SET label_en = b.label, version = version + 1 FROM better b WHERE i.dict_code = b.code AND i.value = b.value AND i.label_en = b.word RETURNING i.dict_code
)
UPDATE sys_dict SET version = nextval('sys_dict_version'), updated_at = now() WHERE dict_code IN (SELECT dict_code FROM changed);
