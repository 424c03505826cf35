-- An item is edited by one person at a time.
ALTER TABLE sys_dict_item ADD COLUMN version int NOT NULL DEFAULT 1;
--> statement-breakpoint
-- What caches are kept by: drawn from one sequence for all of them, so that no version comes again, not even for a code that was another dictionary's.
CREATE SEQUENCE sys_dict_version START 1000;
--> statement-breakpoint
ALTER TABLE sys_dict ALTER COLUMN version SET DEFAULT nextval('sys_dict_version');
--> statement-breakpoint
-- The standard dictionaries: their values are what the tables hold. Ids below 1000 are free of the sequence, which starts there.
INSERT INTO sys_entity (id, kind) SELECT n, 'dict' FROM generate_series(101, 112) AS n;
--> statement-breakpoint
INSERT INTO sys_dict (id, dict_code, name) VALUES
  (101, 'gender', '性别'), (102, 'hospital_level', '医院等级'), (103, 'hospital_kind', '医院类型'), (104, 'caregiver_level', '护工等级'), (105, 'employment', '用工性质'), (106, 'certificate_kind', '证件种类'),
  (107, 'care_level', '护理级别'), (108, 'relation', '与患者关系'), (109, 'pay_method', '支付方式'), (110, 'order_status', '订单状态'), (111, 'care_mode', '服务方式'), (112, 'coverage', '服务时段');
--> statement-breakpoint
INSERT INTO sys_dict_item (dict_code, sort, value, label, label_en, tag_type) VALUES
  ('gender', 1, '1', '男', 'Male', NULL), ('gender', 2, '2', '女', 'Female', NULL), ('gender', 3, '0', '未知', 'Unknown', NULL),
  ('hospital_level', 1, '3A', '三级甲等', 'Grade 3A', NULL), ('hospital_level', 2, '3B', '三级乙等', 'Grade 3B', NULL), ('hospital_level', 3, '3C', '三级丙等', 'Grade 3C', NULL), ('hospital_level', 4, '2A', '二级甲等', 'Grade 2A', NULL),
  ('hospital_level', 5, '2B', '二级乙等', 'Grade 2B', NULL), ('hospital_level', 6, '2C', '二级丙等', 'Grade 2C', NULL), ('hospital_level', 7, '1', '一级', 'Grade 1', NULL), ('hospital_level', 8, 'none', '未定级', 'Not graded', NULL),
  ('hospital_kind', 1, 'general', '综合医院', 'General hospital', NULL), ('hospital_kind', 2, 'specialist', '专科医院', 'Specialist hospital', NULL), ('hospital_kind', 3, 'tcm', '中医医院', 'Chinese medicine hospital', NULL),
  ('hospital_kind', 4, 'rehab', '康复医院', 'Rehabilitation hospital', NULL), ('hospital_kind', 5, 'maternity', '妇幼保健院', 'Maternity and child hospital', NULL),
  ('caregiver_level', 1, 'junior', '初级', 'Junior', NULL), ('caregiver_level', 2, 'middle', '中级', 'Middle', NULL), ('caregiver_level', 3, 'senior', '高级', 'Senior', NULL), ('caregiver_level', 4, 'expert', '专家', 'Expert', NULL),
  ('employment', 1, 'staff', '在编', 'Staff', NULL), ('employment', 2, 'partner', '加盟', 'Partner', NULL),
  ('certificate_kind', 1, 'health', '健康证', 'Health certificate', NULL), ('certificate_kind', 2, 'care_worker', '护理员证', 'Care worker', NULL), ('certificate_kind', 3, 'elderly_care', '养老护理证', 'Elderly care', NULL),
  ('certificate_kind', 4, 'training', '培训证', 'Training', NULL), ('certificate_kind', 5, 'police_clearance', '无犯罪记录证明', 'Police clearance', NULL), ('certificate_kind', 6, 'insurance', '保险', 'Insurance', NULL),
  ('certificate_kind', 7, 'id_card', '身份证', 'Identity card', NULL), ('certificate_kind', 8, 'other', '其他', 'Other', NULL),
  ('care_level', 1, '特级护理', '特级护理', 'Special-level nursing', 'danger'), ('care_level', 2, '一级护理', '一级护理', 'Level 1 nursing', 'warning'), ('care_level', 3, '二级护理', '二级护理', 'Level 2 nursing', NULL), ('care_level', 4, '三级护理', '三级护理', 'Level 3 nursing', NULL),
  ('relation', 1, '子女', '子女', 'Child', NULL), ('relation', 2, '配偶', '配偶', 'Spouse', NULL), ('relation', 3, '父母', '父母', 'Parent', NULL), ('relation', 4, '兄弟姐妹', '兄弟姐妹', 'Sibling', NULL), ('relation', 5, '其他', '其他', 'Other', NULL),
  ('pay_method', 1, 'wechat', '微信', 'WeChat', NULL), ('pay_method', 2, 'alipay', '支付宝', 'Alipay', NULL), ('pay_method', 3, 'cash', '现金', 'Cash', NULL), ('pay_method', 4, 'card', '刷卡', 'Card', NULL),
  ('pay_method', 5, 'transfer', '转账', 'Transfer', NULL), ('pay_method', 6, 'insurance', '保险', 'Insurance', NULL), ('pay_method', 7, 'other', '其他', 'Other', NULL),
  ('order_status', 1, 'pending_assign', '待派单', 'To assign', 'warning'), ('order_status', 2, 'pending_service', '待服务', 'To start', 'primary'), ('order_status', 3, 'in_service', '服务中', 'In service', 'success'),
  ('order_status', 4, 'pending_payment', '待结清', 'To settle', 'warning'), ('order_status', 5, 'pending_evaluation', '待评价', 'To evaluate', 'primary'), ('order_status', 6, 'refunding', '退款中', 'Refunding', 'danger'),
  ('order_status', 7, 'closed', '已完成', 'Closed', 'info'), ('order_status', 8, 'cancelled', '已取消', 'Cancelled', 'info'),
  ('care_mode', 1, 'one_to_one', '一对一', 'One to one', NULL), ('care_mode', 2, 'one_to_many', '一对多', 'One to many', NULL), ('care_mode', 3, 'many_to_one', '多对一', 'Many to one', NULL),
  ('coverage', 1, 'full24', '24 小时', '24 hours', NULL), ('coverage', 2, 'day', '日间', 'Day', NULL), ('coverage', 3, 'night', '夜间', 'Night', NULL);
