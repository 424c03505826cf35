import { sql } from 'drizzle-orm';

/** Columns of `serviceRow` (alias `s`). */
export const SERVICE = sql`s.id::text, s.code, s.name, s.care_mode as "careMode", s.max_patients as "maxPatients", s.coverage, s.dependency, s.description, s.status, exists (select 1 from care_order o where o.service_item_id = s.id) as used, s.version`;
/** Columns of `priceRange` (alias `c`). */
export const PRICE = sql`lower(c.valid)::text as "from", (upper(c.valid) - 1)::text as "to", c.price_fen::float8 as "priceFen", c.caregiver_share_bp as "shareBp"`;
/** Columns of `holidayRange` (alias `y`). */
export const HOLIDAY = sql`y.name, lower(y.days)::text as "from", (upper(y.days) - 1)::text as "to", y.multiplier_bp as "multiplierBp"`;
