import { dayText, instantAt } from '../../host/calendar.ts';
import { follow, ORDER_EVENTS, type OrderEvent, type ServiceState } from '../../../machines/order.ts';
import { keepBooks } from './book.ts';
import { CAREGIVER_SHARE_BP, type StayDays } from '../../kernel/price.ts';
import { holidays as holidaysAround, services } from './place.ts';
import { priceDays } from './price.ts';
import type { Carer } from './staff.ts';
import type { OrderRows } from './table.ts';
import { earlyEnd, extension, hadCaregiver } from './turn.ts';
import type { World } from './world.ts';

/** Minutes after midnight of its day that the story has reached; nothing has happened later. */
export const NOW = 8 * 60;
const REASONS = ['家属自行陪护', '患者转院', '手术延期', '费用原因', '提前出院'];
const WISHES = ['希望会说普通话', '需要夜间翻身每2小时一次', '家属要求会说上海话', '请选择有鼻饲护理经验者', '病人烦躁，注意防坠床'];

/** `PH` + day of creation + running number from 30001: its last five digits are unique among the first 70,000. */
const orderNo = (created: number, index: number): string => `PH${dayText(created).replaceAll('-', '').slice(2)}${30_001 + index}`;

// the chart asked once per arrow: a million orders walk it four million times
const steps = new Map<string, ServiceState>();
function step(from: ServiceState, event: string): ServiceState {
  const arrow = `${from} ${event}`;
  const known = steps.get(arrow);
  if (known !== undefined) return known;
  const to = ((ORDER_EVENTS as readonly string[]).includes(event) ? follow(from, event as OrderEvent) : from) ?? from;
  steps.set(arrow, to);
  return to;
}

/** Makes orders in the order of their creation. `holidays` are looked up once. */
export function orderMaker(world: World) {
  const { random, today, hospitals, ward, roster } = world;
  const holidays = holidaysAround(Number(dayText(today).slice(0, 4)));

  return (index: number, created: number, minute: number, rows: OrderRows, newest: boolean): void => {
    const id = index + 1;
    const hospital = newest ? hospitals[0]! : random.pick(hospitals);
    const service = newest ? services[0]! : random.weighted(services.map((s, i) => [s, [30, 14, 12, 24, 12, 8][i]!] as const));
    const first = newest ? today : created + random.weighted([[minute < 11 * 60 ? 0 : 1, 35], [1, 35], [2, 15], [3, 8], [5, 7]]);
    const length = random.weighted([[0, 8], [1, 12], [2, 18], [4, 22], [6, 22], [9, 12], [13, 6]]) + (newest ? 5 : 0);
    const stay: StayDays = { first, startHalf: newest || length === 0 || random.chance(0.75) ? 'AM' : 'PM', last: first + length, endHalf: length > 0 && random.chance(0.2) ? 'AM' : 'PM' };
    const at = instantAt(created, minute);
    const patient = ward.admit(hospital, stay.first, stay.last, at, rows.patient, newest ? '张三' : undefined);
    const actor = random.pick(world.actors);
    const unit = hospital.prices[service.id - 1]!;

    // where it stands follows from the days; someone must have been free for it
    const startMinute = stay.startHalf === 'AM' ? 8 * 60 : 13 * 60;
    const begun = stay.first < today || newest || (stay.first === today && stay.startHalf === 'AM' && random.chance(0.5));
    const ended = stay.last < today;
    let cancelled = !newest && random.chance(ended ? 0.05 : 0.03);
    const wanted = !cancelled && (begun || random.chance(0.55));
    const booked = wanted ? roster.book(random, hospital.id, service, stay.first, stay.last) : null;
    cancelled ||= begun && booked === null;
    const state: ServiceState = cancelled ? 'cancelled' : booked === null ? 'pending_assign' : ended ? 'completed' : begun ? 'in_service' : 'assigned';

    // one long stay in forty changes hands half-way, if someone else is free
    const turn = stay.first + Math.ceil(length / 2);
    const second: Carer | null = booked && length >= 4 && turn < today && random.chance(0.025) ? roster.book(random, hospital.id, service, turn, stay.last, booked) : null;
    const served = booked ? [{ carer: booked.id, from: stay.first }, ...(second ? [{ carer: second.id, from: turn }] : [])] : [];

    const gone = cancelled && !wanted && created < today && hadCaregiver(id) ? roster.free(id, hospital.id, service, stay.first, stay.last) : null;
    const course = { id, state, stay, today };
    const longer = newest || second ? null : extension(course);
    const early = newest || second ? null : earlyEnd(course);

    const soon = instantAt(created, Math.min(minute + random.whole(1, 10), created === today ? NOW - 4 : 1439));
    const ready = instantAt(created, Math.min(minute + 15, created === today ? NOW - 3 : 1439));
    const onTime = instantAt(stay.first, Math.min(startMinute - random.whole(0, 20), stay.first === today ? NOW - 3 : 1439));
    const started = onTime > ready ? onTime : ready;
    const finished = instantAt(stay.last, stay.endHalf === 'AM' ? 12 * 60 : 19 * 60 + 30);
    let where: ServiceState | null = null;
    const cancelReason = cancelled ? (booked === null && wanted ? '暂无合适护工' : random.pick(REASONS)) : null;
    let last = at;
    let events = 0;
    const happen = (event: string, when: string, reason: string | null = null, by = actor): void => {
      const from: ServiceState | null = where;
      where = from === null ? 'pending_assign' : step(from, event);
      last = when;
      events++;
      rows.order_event.push({ order_id: id, event, from_state: from, to_state: where, actor_id: by.id, actor_role: by.role, reason, at: when, caregiver_id: event === 'assign' ? (booked ?? gone)!.id : event === 'extend' ? booked!.id : null });
    };
    const priced = state === 'cancelled' ? { runs: [], total: 0 } : priceDays(id, stay, unit, hospital.feeBp, holidays, served, state === 'completed' || state === 'in_service' ? today : 0);
    // days that were not served after all: what was called off, and what came after an early end
    const unserved = gone ? stay : early ? { first: stay.last + 1, startHalf: 'AM' as const, last: early.planned, endHalf: 'PM' as const } : null;
    const voided = unserved === null ? [] : priceDays(id, unserved, unit, hospital.feeBp, holidays, [{ carer: (gone ?? booked)!.id, from: unserved.first }], 0).runs.map((run) => ({ ...run, attendance: 'void' }));
    rows.day.push(...priced.runs, ...voided);

    happen('create', at);
    const books = keepBooks({ id, state, hospital, unit, total: priced.total, lastDay: state === 'cancelled' ? created : stay.last, taken: soon, actor, world, rows, happen });
    books.deposit();
    const calledOff = gone ? ready : soon;
    if (booked || gone) happen('assign', soon);
    if (state === 'cancelled') happen('cancel', calledOff, cancelReason);
    if (state === 'in_service' || state === 'completed') happen('start', started);
    if (second) happen('change', instantAt(turn, 0), '家属要求更换');
    if (longer) {
      const when = instantAt(longer.last, 15 * 60);
      const added = priceDays(id, { first: longer.last + 1, startHalf: 'AM', last: stay.last, endHalf: stay.endHalf }, unit, hospital.feeBp, holidays, served, 0).total;
      rows.order_extension.push({ order_id: id, old_end: dayText(longer.last), old_half: 'PM', new_end: dayText(stay.last), new_half: stay.endHalf, added_fen: added, reason: longer.reason, created_by: actor.id, created_at: when });
      happen('extend', when, longer.reason);
    }
    if (state === 'completed') happen('complete', finished, early?.reason);
    const money = books.settle(served[served.length - 1]?.carer ?? null);

    const [begins, ends] = [instantAt(stay.first, stay.startHalf === 'AM' ? 0 : 720), instantAt(stay.last, stay.endHalf === 'AM' ? 720 : 1440)];
    const stintStatus = state === 'completed' ? 'ended' : state === 'in_service' ? 'serving' : 'planned';
    for (const [i, { carer, from }] of served.entries())
      rows.order_assignment.push({
        order_id: id, caregiver_id: carer, during: `[${i === 0 ? begins : instantAt(from, 0)},${i === 0 && second ? instantAt(turn, 0) : ends})`, exclusive: service.mode === 'one_to_one',
        status: i === 0 && second ? 'ended' : stintStatus, change_reason: i === 0 ? null : '家属要求更换', assigned_by: actor.id, created_at: i === 0 ? soon : instantAt(turn, 0),
      });
    if (gone) rows.order_assignment.push({ order_id: id, caregiver_id: gone.id, during: `[${begins},${ends})`, exclusive: service.mode === 'one_to_one', status: 'void', change_reason: null, assigned_by: actor.id, created_at: soon });
    rows.care_order.push({
      id, order_no: orderNo(created, index), source: random.weighted([['console', 60], ['phone', 15], ['hospital', 10], ['miniapp', 15]]), hospital_id: hospital.id, department_id: patient.ward.department, ward_id: patient.ward.id, bed_id: patient.ward.firstBed + random.whole(0, patient.ward.beds - 1), patient_id: patient.id,
      inpatient_no: `ZY${random.digits(8)}`, diagnosis: random.pick(patient.ward.specialty.illnesses), care_level: random.pick(['一级护理', '二级护理', '二级护理', '三级护理', '特级护理']), dependency: service.dependency, infectious: random.chance(0.02), patient_note: random.chance(0.1) ? '对青霉素过敏' : null,
      service_item_id: service.id, care_mode: service.mode, coverage: service.coverage, unit_price_fen: unit, caregiver_share_bp: CAREGIVER_SHARE_BP, hospital_fee_bp: hospital.feeBp, planned_start: dayText(stay.first), start_half: stay.startHalf, planned_end: dayText(early?.planned ?? stay.last), end_half: early ? 'PM' : stay.endHalf,
      actual_start_at: state === 'in_service' || state === 'completed' ? started : null, actual_end_at: state === 'completed' ? finished : null, pref_gender: booked && random.chance(0.2) ? booked.gender : null, requirements: random.chance(0.25) ? random.pick(WISHES) : null, service_state: state, eval_state: money.evaluation,
      payable_fen: money.payable, paid_fen: money.paid, refunded_fen: money.refunded, cancel_reason: cancelReason, end_reason: early?.reason ?? null,
      closed_at: money.closed ? last : null, cancelled_at: cancelled ? calledOff : null, cancelled_carer: gone?.id ?? null, started_carer: state === 'in_service' || state === 'completed' ? (served[0]?.carer ?? null) : null, ended_carer: state === 'completed' ? (served[served.length - 1]?.carer ?? null) : null, due_at: state === 'pending_assign' ? instantAt(created, minute + 120) : state === 'assigned' ? begins : null, version: events, created_at: at, created_by: actor.id, updated_at: last, updated_by: actor.id,
    });
  };
}
