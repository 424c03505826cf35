import type { RefusalName } from '../../kernel/refusal.ts';
import type { Candidate, FITS } from './contract.ts';
import { halfDayAt } from './stint.ts';

/** A caregiver with all that decides whether they may serve; days `YYYY-MM-DD`, instants ISO 8601 in UTC. */
export interface Carer extends Pick<Candidate, 'name' | 'gender' | 'age' | 'level' | 'languages' | 'ratingAvg' | 'ratingCount' | 'patientsNow'> {
  id: string;
  staffNo: string;
  /** Of who is on leave for some days it is `active`: `leaves` has these. */
  status: string;
  /** Hospitals and days, the last one included; `to` null: without end. */
  postings: { hospitalId: string; from: string; to: string | null }[];
  leaves: { from: string; to: string }[];
  /** Health certificates that are not revoked; `to` null: it says no end, so it proves nothing. */
  health: { from: string | null; to: string | null }[];
  /** Stints that count. `most`: patients at once in that service; `orderNo` null: an order outside of the reader's scope. */
  stints: { orderId: string; orderNo: string | null; from: string; to: string; exclusive: boolean; most: number }[];
  /** Patients they served before. */
  served: string[];
}
/** Who is looked for: the order's wishes and the part of its stay, from an instant to another. */
export interface Need {
  orderId: string;
  hospitalId: string;
  patientId: string;
  from: string;
  to: string;
  /** First and last day of that part. */
  firstDay: string;
  lastDay: string;
  exclusive: boolean;
  maxPatients: number;
  prefGender: number | null;
  prefLevel: string | null;
  prefLanguage: string | null;
}
/** Whether they fit: what stands in the way, by which order, and what speaks for them. */
export interface Fit extends Pick<Candidate, 'fits' | 'blockedBy' | 'certificateEndsOn'> {
  blocks: RefusalName[];
}
const LEVELS = ['junior', 'middle', 'senior', 'expert'];
const WELL_RATED = 4.5;

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
/** Posted to the hospital on every day of the part; postings may follow one another. */
function posted({ postings }: Carer, { hospitalId, firstDay, lastDay }: Need): boolean {
  let day = firstDay;
  for (const { from, to } of postings.filter((p) => p.hospitalId === hospitalId).sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (from > day) return false;
    if (to === null || to >= lastDay) return true;
    if (to >= day) day = nextDay(to);
  }
  return false;
}
/** The stint that leaves no room at some moment of the part, and why; undefined when there is room all the time. */
function inTheWay({ stints }: Carer, need: Need): { why: RefusalName; orderNo: string | null } | undefined {
  const others = stints.filter((s) => s.orderId !== need.orderId && s.from < need.to && s.to > need.from);
  const alone = others.find((s) => s.exclusive);
  if (alone !== undefined) return { why: 'booked', orderNo: alone.orderNo };
  if (need.exclusive) return others[0] && { why: 'shared', orderNo: others[0].orderNo };
  // the number of patients only grows where a stint begins
  for (const at of [need.from, ...others.map((s) => s.from).filter((from) => from > need.from)]) {
    const there = others.filter((s) => s.from <= at && at < s.to);
    if (there.length + 1 > Math.min(need.maxPatients, ...there.map((s) => s.most))) return { why: 'full', orderNo: there[0]?.orderNo ?? null };
  }
  return undefined;
}

/** All guards of domain.md for a caregiver, and the reasons of its "Candidates", best first. Pure. */
export function fitOf(carer: Carer, need: Need): Fit {
  const ends = carer.health.flatMap(({ from, to }) => (to !== null && to >= need.firstDay && (from === null || from <= need.firstDay) ? [to] : [])).sort().at(-1) ?? null;
  const here = posted(carer, need);
  // who is back within a half day serves from its beginning, as all stays do
  const away = carer.leaves.some((leave) => leave.from < need.to && halfDayAt(Date.parse(leave.to)) > need.from);
  const way = inTheWay(carer, need);
  const asked = need.prefLevel === null ? -1 : LEVELS.indexOf(need.prefLevel);
  const blocks: (RefusalName | false)[] = [
    // that is why they are suspended, and what is to be done about it
    carer.status === 'suspended' && ends === null && 'no_health',
    carer.status !== 'active' && (carer.status === 'blacklisted' ? 'blacklisted' : 'not_active'), !here && 'not_posted', away && 'on_leave', ends === null && 'no_health', way !== undefined && way.why, need.prefGender !== null && carer.gender !== need.prefGender && 'gender',
  ];
  const speaks: Record<(typeof FITS)[number], boolean> = {
    posted: here,
    free: way === undefined && !away,
    certificate: ends !== null && ends >= need.lastDay,
    gender: need.prefGender !== null && carer.gender === need.prefGender,
    language: need.prefLanguage !== null && carer.languages.includes(need.prefLanguage),
    level: asked >= 0 && LEVELS.indexOf(carer.level) >= asked,
    knows_patient: carer.served.includes(need.patientId),
    rating: carer.ratingAvg !== null && carer.ratingAvg >= WELL_RATED,
  };
  return {
    blocks: [...new Set(blocks.filter((why) => why !== false))],
    blockedBy: way?.orderNo ?? null,
    certificateEndsOn: ends !== null && ends < need.lastDay ? ends : null,
    fits: (Object.keys(speaks) as (keyof typeof speaks)[]).filter((why) => speaks[why]),
  };
}
/** Ranked: who may serve before who may not, then by what speaks for them in its order, then by rating, then who has fewer patients. */
export function byFit(a: { carer: Carer; fit: Fit }, b: { carer: Carer; fit: Fit }): number {
  const wishes = ({ fit }: { fit: Fit }): number => fit.fits.filter((why) => why === 'gender' || why === 'language' || why === 'level').length;
  const says = (why: (typeof FITS)[number]): number => Number(b.fit.fits.includes(why)) - Number(a.fit.fits.includes(why));
  return (
    a.fit.blocks.length - b.fit.blocks.length || says('posted') || says('free') || says('certificate') || wishes(b) - wishes(a) || says('knows_patient') ||
    (b.carer.ratingAvg ?? 0) - (a.carer.ratingAvg ?? 0) || a.carer.patientsNow - b.carer.patientsNow || (a.carer.staffNo < b.carer.staffNo ? -1 : 1)
  );
}
/** Whether the caregiver serves the whole of this part already: a change to them would change nothing. */
export const servesAlready = (carer: Carer, orderId: string, part: { from: string; to: string }): boolean => carer.stints.some((stint) => stint.orderId === orderId && stint.from <= part.from && stint.to >= part.to);
