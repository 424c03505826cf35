-- English as its readers say it: the level between junior and senior, and kinds of hospitals, which need not say again that they are hospitals. An
-- administrator's own word stays.
UPDATE sys_dict_item i SET label_en = w.better, version = version + 1
FROM (VALUES
  ('caregiver_level', 'Middle', 'Intermediate'), ('hospital_kind', 'General hospital', 'General'), ('hospital_kind', 'Specialist hospital', 'Specialist'), ('hospital_kind', 'Chinese medicine hospital', 'Chinese medicine'),
  ('hospital_kind', 'Rehabilitation hospital', 'Rehabilitation'), ('hospital_kind', 'Maternity and child hospital', 'Maternity & child')
) w (code, word, better)
WHERE i.dict_code = w.code AND i.label_en = w.word;
