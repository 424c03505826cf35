-- What a native calls 中级. An administrator's own word stays.
UPDATE sys_dict_item SET label_en = 'Intermediate', version = version + 1 WHERE dict_code = 'caregiver_level' AND value = 'middle' AND label_en = 'Middle';
