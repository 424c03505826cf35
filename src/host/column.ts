import { sql, type SQL } from 'drizzle-orm';
import { NUMBER_CHANGED } from '../kernel/recorded.ts';

/** An instant column as ISO 8601 in UTC. */
export const iso = (instant: SQL): SQL => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A phone with its middle hidden, `138****1234`; one too short to hide behind its own ends is hidden whole. */
export const maskedPhone = (phone: SQL): SQL => sql`case when length(${phone}) >= 9 then left(${phone}, 3) || '****' || right(${phone}, 4) when ${phone} is not null then '****' end`;
/** A mailbox with its name hidden, `z***@example.com`. */
export const maskedEmail = (email: SQL): SQL => sql`case when ${email} is not null then left(${email}::text, 1) || '***' || substring(${email}::text from '@.*$') end`;
/** An identity number with all but its first three and last four hidden. */
export const maskedIdentity = (number: SQL): SQL => sql`case when length(${number}) >= 12 then left(${number}, 3) || repeat('*', length(${number}) - 7) || right(${number}, 4) when ${number} is not null then '****' end`;
/** What is told of a masked number, or mailbox, that was changed: where only what is hidden did, it reads as before and says so. */
export const toldNumber = <T>(was: T, is: T, mark = NUMBER_CHANGED): T | string => (was === is && is !== null ? `${is}${mark}` : is);
/** How far ahead of this statement another of the same moment may have written, as an interval: whatever is later was written by a clock that has been put back since. */
export const AHEAD = sql`interval '1 minute'`;
/** The day it is for people, who unlike orders belong to no single hospital's clock (domain.md keeps days in the hospital's zone, all of them UTC+8). */
export const TODAY = sql`(now() at time zone 'Asia/Shanghai')::date`;
/** The begin of a day `2026-03-28` for people. */
export const beginOf = (day: string): SQL => sql`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`;
/** Whole years since a day of birth. */
export const ageOf = (birthday: SQL): SQL => sql`extract(year from age(${TODAY}, ${birthday}))::int`;
