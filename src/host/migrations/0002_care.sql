-- Money: integer fen. Days: date, in the hospital's time zone. Instants: timestamptz. (domain.md)
CREATE TABLE hospital (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE, name text NOT NULL, short_name text, name_pinyin text, name_initials text,
  level text,                              -- dict hospital_level: 3A,3B,3C,2A,2B,2C,1,none
  kind text,                               -- dict hospital_kind: general, specialist, tcm, rehab, maternity
  province text, city text, district text, address text, lng numeric(9,6), lat numeric(8,6),
  contact_name text, contact_phone text,
  contract_no text, contract_start date, contract_end date,
  fee_bp int NOT NULL DEFAULT 0 CHECK (fee_bp BETWEEN 0 AND 10000),     -- hospital management fee, basis points
  prepay_days smallint NOT NULL DEFAULT 0, allow_hospital_create boolean NOT NULL DEFAULT false,
  timezone text NOT NULL DEFAULT 'Asia/Shanghai',
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (0,1)),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), created_by bigint, updated_at timestamptz NOT NULL DEFAULT now(), updated_by bigint, deleted_at timestamptz
);
--> statement-breakpoint
CREATE TABLE hospital_department (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hospital_id bigint NOT NULL REFERENCES hospital,
  code text NOT NULL, name text NOT NULL, sort int NOT NULL DEFAULT 0, status smallint NOT NULL DEFAULT 1,
  UNIQUE (hospital_id, code), UNIQUE (id, hospital_id)
);
--> statement-breakpoint
CREATE TABLE hospital_ward (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hospital_id bigint NOT NULL REFERENCES hospital,
  department_id bigint NOT NULL, name text NOT NULL, building text, floor text, nurse_phone text,
  status smallint NOT NULL DEFAULT 1,
  FOREIGN KEY (department_id, hospital_id) REFERENCES hospital_department(id, hospital_id),
  UNIQUE (hospital_id, department_id, name), UNIQUE (id, hospital_id)
);
--> statement-breakpoint
CREATE TABLE hospital_bed (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ward_id bigint NOT NULL, hospital_id bigint NOT NULL,
  bed_no text NOT NULL, kind text NOT NULL DEFAULT 'normal', status smallint NOT NULL DEFAULT 1,
  FOREIGN KEY (ward_id, hospital_id) REFERENCES hospital_ward(id, hospital_id), UNIQUE (ward_id, bed_no), UNIQUE (id, hospital_id)
);
--> statement-breakpoint
CREATE INDEX hospital_bed_no ON hospital_bed (bed_no text_pattern_ops);
--> statement-breakpoint
CREATE TABLE hospital_holiday (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hospital_id bigint REFERENCES hospital,   -- NULL = every hospital
  name text NOT NULL, days daterange NOT NULL, multiplier_bp int NOT NULL DEFAULT 20000 CHECK (multiplier_bp >= 10000),
  EXCLUDE USING gist ((coalesce(hospital_id,0)) WITH =, days WITH &&)
);
--> statement-breakpoint
CREATE TABLE hospital_shift (
  hospital_id bigint NOT NULL REFERENCES hospital, shift text NOT NULL CHECK (shift IN ('day','night')),
  start_time time NOT NULL, end_time time NOT NULL, PRIMARY KEY (hospital_id, shift)
);
--> statement-breakpoint
-- data scope of roles 3 and 4 (roles 1, 2 see all)
CREATE TABLE sys_user_hospital (
  user_id bigint NOT NULL REFERENCES sys_user, hospital_id bigint NOT NULL REFERENCES hospital,
  department_ids bigint[] NOT NULL DEFAULT '{}',     -- empty = whole hospital
  PRIMARY KEY (user_id, hospital_id)
);
--> statement-breakpoint
CREATE TABLE service_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL UNIQUE, name text NOT NULL,
  care_mode text NOT NULL CHECK (care_mode IN ('one_to_one','one_to_many','many_to_one')),
  max_patients smallint NOT NULL DEFAULT 1 CHECK (max_patients BETWEEN 1 AND 12),      -- capacity of one caregiver in this mode
  coverage text NOT NULL CHECK (coverage IN ('full24','day','night')),
  dependency text CHECK (dependency IN ('independent','partial','full','special')),   -- 自理 / 半自理 / 不能自理 / 特殊
  unit text NOT NULL DEFAULT 'day' CHECK (unit IN ('hour','shift','day','month')), description text, status smallint NOT NULL DEFAULT 1
);
--> statement-breakpoint
CREATE TABLE service_price (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hospital_id bigint NOT NULL REFERENCES hospital, service_item_id bigint NOT NULL REFERENCES service_item,
  price_fen bigint NOT NULL CHECK (price_fen > 0), caregiver_share_bp int NOT NULL DEFAULT 7000 CHECK (caregiver_share_bp BETWEEN 0 AND 10000),
  valid daterange NOT NULL,
  EXCLUDE USING gist (hospital_id WITH =, service_item_id WITH =, valid WITH &&)
);
--> statement-breakpoint
CREATE TABLE caregiver (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, staff_no text NOT NULL UNIQUE, name text NOT NULL, name_pinyin text, name_initials text,
  gender smallint NOT NULL CHECK (gender IN (1,2)), birthday date, id_no text, id_no_last4 text, mobile text NOT NULL,
  origin_province text, origin_city text, languages text[] NOT NULL DEFAULT '{}', education text, marital text, height_cm smallint, weight_kg smallint,
  photo text, emergency_name text, emergency_phone text, bank_name text, bank_account text,
  level text NOT NULL DEFAULT 'junior',          -- dict caregiver_level: junior, middle, senior, expert
  employment text NOT NULL DEFAULT 'partner' CHECK (employment IN ('staff','partner')),       -- 在编 / 加盟
  skills text[] NOT NULL DEFAULT '{}', years_experience smallint, hired_on date, left_on date,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending','active','on_leave','suspended','blacklisted','left')),
  status_reason text, rating_avg numeric(3,2), rating_count int NOT NULL DEFAULT 0, complaint_count int NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1, created_at timestamptz NOT NULL DEFAULT now(), created_by bigint, updated_at timestamptz NOT NULL DEFAULT now(), updated_by bigint, deleted_at timestamptz
);
--> statement-breakpoint
CREATE UNIQUE INDEX caregiver_id_no_uq  ON caregiver(id_no)  WHERE deleted_at IS NULL AND id_no IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX caregiver_mobile_uq ON caregiver(mobile) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- how a name is found: any characters of it, a whole reading, its beginning, a part of it
CREATE INDEX caregiver_name_chars ON caregiver USING gin (string_to_array(name, NULL));
--> statement-breakpoint
CREATE INDEX caregiver_pinyin_words ON caregiver USING gin (string_to_array(name_pinyin, ' '));
--> statement-breakpoint
CREATE INDEX caregiver_initials_words ON caregiver USING gin (string_to_array(name_initials, ' '));
--> statement-breakpoint
CREATE INDEX caregiver_pinyin_prefix ON caregiver (name_pinyin text_pattern_ops);
--> statement-breakpoint
CREATE INDEX caregiver_initials_prefix ON caregiver (name_initials text_pattern_ops);
--> statement-breakpoint
CREATE INDEX caregiver_pinyin_trgm ON caregiver USING gin (name_pinyin gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX caregiver_mobile_tail ON caregiver (reverse(mobile) text_pattern_ops);
--> statement-breakpoint
CREATE INDEX caregiver_staff_tail ON caregiver (reverse(staff_no) text_pattern_ops);
--> statement-breakpoint
CREATE INDEX caregiver_staff_trgm ON caregiver USING gin (staff_no gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE caregiver_certificate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, caregiver_id bigint NOT NULL REFERENCES caregiver,
  kind text NOT NULL CHECK (kind IN ('health','care_worker','elderly_care','training','police_clearance','insurance','id_card','other')),
  number text, issuer text, issued_on date, expires_on date, file text, verified_by bigint, verified_at timestamptz, revoked_at timestamptz
);
--> statement-breakpoint
CREATE INDEX caregiver_certificate_caregiver ON caregiver_certificate (caregiver_id);
--> statement-breakpoint
CREATE INDEX caregiver_certificate_expiry ON caregiver_certificate (expires_on, caregiver_id) WHERE revoked_at IS NULL;
--> statement-breakpoint
-- posting 驻点
CREATE TABLE caregiver_hospital (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, caregiver_id bigint NOT NULL REFERENCES caregiver, hospital_id bigint NOT NULL REFERENCES hospital,
  during daterange NOT NULL, EXCLUDE USING gist (caregiver_id WITH =, hospital_id WITH =, during WITH &&)
);
--> statement-breakpoint
CREATE INDEX caregiver_hospital_place ON caregiver_hospital (hospital_id, caregiver_id);
--> statement-breakpoint
CREATE TABLE caregiver_leave (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, caregiver_id bigint NOT NULL REFERENCES caregiver, during tstzrange NOT NULL, reason text, approved_by bigint,
  EXCLUDE USING gist (caregiver_id WITH =, during WITH &&)
);
--> statement-breakpoint
CREATE TABLE patient (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, name_pinyin text, name_initials text, gender smallint CHECK (gender IN (0,1,2)), birthday date,
  id_no text, mobile text, contact_name text, contact_relation text, contact_mobile text, language text, insurance text,
  version int NOT NULL DEFAULT 1, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX patient_name_chars ON patient USING gin (string_to_array(name, NULL));
--> statement-breakpoint
CREATE INDEX patient_pinyin_words ON patient USING gin (string_to_array(name_pinyin, ' '));
--> statement-breakpoint
CREATE INDEX patient_initials_words ON patient USING gin (string_to_array(name_initials, ' '));
--> statement-breakpoint
CREATE INDEX patient_pinyin_prefix ON patient (name_pinyin text_pattern_ops);
--> statement-breakpoint
CREATE INDEX patient_initials_prefix ON patient (name_initials text_pattern_ops);
--> statement-breakpoint
CREATE INDEX patient_pinyin_trgm ON patient USING gin (name_pinyin gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX patient_mobile_tail ON patient (reverse(mobile) text_pattern_ops);
--> statement-breakpoint
CREATE INDEX patient_contact_mobile_tail ON patient (reverse(contact_mobile) text_pattern_ops);
--> statement-breakpoint
CREATE TABLE settlement_period (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hospital_id bigint NOT NULL REFERENCES hospital, days daterange NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open','closed')), closed_by bigint, closed_at timestamptz, reopened_by bigint, reopened_at timestamptz,
  EXCLUDE USING gist (hospital_id WITH =, days WITH &&)
);
--> statement-breakpoint
CREATE TABLE care_order (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_no text NOT NULL UNIQUE,
  source text NOT NULL DEFAULT 'console' CHECK (source IN ('console','hospital','phone','miniapp','import')),
  hospital_id bigint NOT NULL REFERENCES hospital, department_id bigint NOT NULL, ward_id bigint, bed_id bigint, bed_text text CHECK (bed_id IS NULL OR bed_text IS NULL),
  patient_id bigint NOT NULL REFERENCES patient, inpatient_no text, diagnosis text, care_level text, dependency text, infectious boolean NOT NULL DEFAULT false, patient_note text,
  service_item_id bigint NOT NULL REFERENCES service_item, care_mode text NOT NULL, coverage text NOT NULL,
  unit_price_fen bigint NOT NULL CHECK (unit_price_fen > 0), caregiver_share_bp int NOT NULL, hospital_fee_bp int NOT NULL,
  planned_start date NOT NULL, start_half text NOT NULL DEFAULT 'AM' CHECK (start_half IN ('AM','PM')),
  planned_end date NOT NULL, end_half text NOT NULL DEFAULT 'PM' CHECK (end_half IN ('AM','PM')),
  actual_start_at timestamptz, actual_end_at timestamptz,
  pref_gender smallint, pref_level text, pref_language text, requirements text,
  service_state text NOT NULL DEFAULT 'pending_assign' CHECK (service_state IN ('pending_assign','assigned','in_service','completed','cancelled')),
  eval_state text NOT NULL DEFAULT 'none' CHECK (eval_state IN ('none','open','done','expired')),
  payable_fen bigint NOT NULL DEFAULT 0, paid_fen bigint NOT NULL DEFAULT 0, refunded_fen bigint NOT NULL DEFAULT 0,
  balance_fen bigint GENERATED ALWAYS AS (payable_fen - paid_fen + refunded_fen) STORED,    -- >0 owed, <0 refund due
  -- statusOf() of machines/order.ts; the balance is written out because a generated column cannot read another
  status text GENERATED ALWAYS AS (CASE
    WHEN payable_fen - paid_fen + refunded_fen < 0 AND service_state IN ('completed','cancelled') THEN 'refunding'
    WHEN service_state = 'cancelled'                 THEN 'cancelled'
    WHEN service_state = 'pending_assign'            THEN 'pending_assign'
    WHEN service_state = 'assigned'                  THEN 'pending_service'
    WHEN service_state = 'in_service'                THEN 'in_service'
    WHEN payable_fen - paid_fen + refunded_fen > 0   THEN 'pending_payment'
    WHEN eval_state = 'open'                         THEN 'pending_evaluation'
    ELSE 'closed' END) STORED,
  cancel_reason text, end_reason text, renewed_from bigint REFERENCES care_order, closed_at timestamptz,
  due_at timestamptz,                         -- SLA clock of the current state
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), created_by bigint NOT NULL, updated_at timestamptz NOT NULL DEFAULT now(), updated_by bigint, deleted_at timestamptz,
  CHECK (planned_end >= planned_start),
  CHECK (NOT (planned_end = planned_start AND start_half = 'PM' AND end_half = 'AM')),
  FOREIGN KEY (department_id, hospital_id) REFERENCES hospital_department(id, hospital_id),
  FOREIGN KEY (ward_id, hospital_id) REFERENCES hospital_ward(id, hospital_id),
  FOREIGN KEY (bed_id, hospital_id) REFERENCES hospital_bed(id, hospital_id)
);
--> statement-breakpoint
-- lists walk ids by these alone: what an index's own condition promises need not be looked up in the row
CREATE INDEX care_order_living ON care_order (id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_status ON care_order (status, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_hospital_status ON care_order (hospital_id, status, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_hospital ON care_order (hospital_id, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_patient ON care_order (patient_id);
--> statement-breakpoint
CREATE INDEX care_order_bed ON care_order (bed_id);
--> statement-breakpoint
CREATE INDEX care_order_alive ON care_order (id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_starts ON care_order (planned_start, hospital_id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_ends ON care_order (planned_end, hospital_id) WHERE service_state IN ('assigned', 'in_service') AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_bed_text ON care_order (bed_text) WHERE bed_text IS NOT NULL;
--> statement-breakpoint
CREATE INDEX care_order_no_trgm ON care_order USING gin (order_no gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX care_order_no_tail ON care_order (reverse(order_no) text_pattern_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX care_order_one_renewal ON care_order(renewed_from) WHERE renewed_from IS NOT NULL AND service_state <> 'cancelled' AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX care_order_due  ON care_order(due_at) WHERE service_state IN ('pending_assign','assigned') AND deleted_at IS NULL;
--> statement-breakpoint
ALTER TABLE care_order ADD CONSTRAINT care_order_no_dup EXCLUDE USING gist
  (patient_id WITH =, service_item_id WITH =, daterange(planned_start, planned_end, '[]') WITH &&)
  WHERE (service_state IN ('pending_assign','assigned','in_service') AND deleted_at IS NULL);
--> statement-breakpoint
-- a stint; change caregiver closes one and opens the next
CREATE TABLE order_assignment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, caregiver_id bigint NOT NULL REFERENCES caregiver,
  during tstzrange NOT NULL, exclusive boolean NOT NULL, status text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned','serving','ended','void')),
  change_reason text, replaced_by bigint REFERENCES order_assignment, assigned_by bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT isempty(during)),
  CONSTRAINT assignment_one_to_one EXCLUDE USING gist (caregiver_id WITH =, during WITH &&) WHERE (exclusive AND status <> 'void'),
  CONSTRAINT assignment_no_double  EXCLUDE USING gist (order_id WITH =, caregiver_id WITH =, during WITH &&) WHERE (status <> 'void')
);
--> statement-breakpoint
CREATE INDEX order_assignment_order ON order_assignment (order_id);
--> statement-breakpoint
CREATE INDEX order_assignment_cg ON order_assignment USING gist (caregiver_id, during) WHERE status <> 'void';
--> statement-breakpoint
-- the priced, attendable unit: one row per order, day
CREATE TABLE order_service_day (
  order_id bigint NOT NULL REFERENCES care_order, day date NOT NULL, fraction numeric(2,1) NOT NULL CHECK (fraction IN (0.0,0.5,1.0)),
  holiday boolean NOT NULL DEFAULT false, multiplier_bp int NOT NULL DEFAULT 10000, unit_price_fen bigint NOT NULL,
  amount_fen bigint NOT NULL, caregiver_id bigint REFERENCES caregiver, caregiver_pay_fen bigint NOT NULL DEFAULT 0, hospital_fee_fen bigint NOT NULL DEFAULT 0,
  attendance text NOT NULL DEFAULT 'planned' CHECK (attendance IN ('planned','present','absent','suspended','void')),
  check_in_at timestamptz, check_out_at timestamptz, confirmed_by bigint, confirmed_at timestamptz, period_id bigint REFERENCES settlement_period,
  PRIMARY KEY (order_id, day)
);
--> statement-breakpoint
CREATE INDEX order_service_day_day ON order_service_day(day, caregiver_id);
--> statement-breakpoint
CREATE TABLE order_extension (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, old_end date NOT NULL, new_end date NOT NULL CHECK (new_end > old_end),
  added_fen bigint NOT NULL, reason text, created_by bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_extension_order ON order_extension (order_id);
--> statement-breakpoint
-- append-only ledger; void by a reversing row, never by update
CREATE TABLE order_payment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order,
  kind text NOT NULL CHECK (kind IN ('deposit','balance','topup','refund','reversal')),
  method text NOT NULL CHECK (method IN ('cash','wechat','alipay','card','transfer','insurance','other')),
  amount_fen bigint NOT NULL CHECK ((kind IN ('deposit','balance','topup') AND amount_fen > 0) OR (kind IN ('refund','reversal') AND amount_fen < 0)),
  external_no text, proof_kind text CHECK (proof_kind IN ('receipt','invoice')), proof_no text, payer text, received_by bigint NOT NULL, received_at timestamptz NOT NULL,
  reverses bigint UNIQUE REFERENCES order_payment, idempotency_key text NOT NULL UNIQUE, note text, created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_payment_order ON order_payment (order_id);
--> statement-breakpoint
CREATE TRIGGER order_payment_append_only BEFORE UPDATE OR DELETE ON order_payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE order_refund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested','approved','rejected','paid')), reason text NOT NULL,
  requested_by bigint NOT NULL, approved_by bigint, payment_id bigint REFERENCES order_payment, created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (approved_by IS NULL OR approved_by <> requested_by)
);
--> statement-breakpoint
CREATE INDEX order_refund_order ON order_refund (order_id);
--> statement-breakpoint
CREATE TABLE order_adjustment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, amount_fen bigint NOT NULL CHECK (amount_fen <> 0),
  kind text NOT NULL CHECK (kind IN ('discount','surcharge','correction')), reason text NOT NULL, created_by bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_adjustment_order ON order_adjustment (order_id);
--> statement-breakpoint
CREATE TABLE order_evaluation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, caregiver_id bigint NOT NULL REFERENCES caregiver,
  overall smallint NOT NULL CHECK (overall BETWEEN 1 AND 5), skill smallint CHECK (skill BETWEEN 1 AND 5), attitude smallint CHECK (attitude BETWEEN 1 AND 5), discipline smallint CHECK (discipline BETWEEN 1 AND 5),
  tags text[] NOT NULL DEFAULT '{}', content text, source text NOT NULL CHECK (source IN ('family','hospital','provider')), created_by bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, caregiver_id, source)
);
--> statement-breakpoint
CREATE TABLE order_complaint (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, caregiver_id bigint REFERENCES caregiver,
  kind text NOT NULL CHECK (kind IN ('complaint','change_request','incident')), severity smallint NOT NULL DEFAULT 2 CHECK (severity BETWEEN 1 AND 4), content text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open','handling','resolved','rejected')), resolution text, handled_by bigint, resolved_at timestamptz,
  created_by bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_complaint_order ON order_complaint (order_id);
--> statement-breakpoint
-- append-only; the timeline and the undo source
CREATE TABLE order_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL REFERENCES care_order, event text NOT NULL, from_state text, to_state text,
  actor_id bigint NOT NULL, actor_role smallint NOT NULL, reason text, before jsonb, after jsonb, undoes bigint UNIQUE REFERENCES order_event, at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_event_order ON order_event(order_id, id);
--> statement-breakpoint
CREATE TRIGGER order_event_append_only BEFORE UPDATE OR DELETE ON order_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE caregiver_pay (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, period_id bigint NOT NULL REFERENCES settlement_period, caregiver_id bigint NOT NULL REFERENCES caregiver,
  days numeric(6,1) NOT NULL, amount_fen bigint NOT NULL, adjust_fen bigint NOT NULL DEFAULT 0, status text NOT NULL DEFAULT 'open' CHECK (status IN ('open','confirmed','paid')), UNIQUE (period_id, caregiver_id)
);
