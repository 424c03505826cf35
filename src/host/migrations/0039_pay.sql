-- When, and by whom, the pay of a closed month was recorded as paid (caregiver_pay.status says that it is); and when that was taken back, for consoles that missed it.
ALTER TABLE settlement_period ADD COLUMN paid_by bigint, ADD COLUMN paid_at timestamptz, ADD COLUMN unpaid_at timestamptz;
