import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { Reach } from '../../host/reach.ts';
import { act, refuse, seeOne, settleRow, takeSnapshot, tell } from './act.ts';
import { tellBooked } from './assign.ts';
import { fitsOrRefuse } from './candidate.ts';
import type { Acted, order } from './contract.ts';
import { createdAs, tellClash, writeOrder } from './create.ts';
import { lastStint } from './extend.ts';
import { checkedPlace } from './place.ts';
import { quoteStay } from './quote.ts';
import { place, stayOf } from './stint.ts';

/** A new order that goes on from a completed one, with the place, the patient and the wishes of that one, at today's price; with its last caregiver where that is asked for. @throws Fault like `act`; refused with the reason, also the caregiver's */
export const renew = (ask: Ask<typeof order.renew>): Promise<Acted> =>
  act(ask, 'renew', async (tx, held) => {
    const { viewer, from, body: { caregiver, plannedStart, startHalf, plannedEnd, endHalf, expectFen } } = ask;
    const inside = new Reach(tx, ask.reach.scope);
    const stay = { plannedStart, startHalf, plannedEnd, endHalf };
    const { hospitalId, departmentId, serviceItemId } = held;
    // a day that was served to noon has its afternoon left; one that began at noon has not
    const { rowCount } = await tx.execute(sql`
      select from order_service_day y where y.order_id = ${held.id} and y.attendance <> 'void' and y.fraction > 0
        and (y.day > ${plannedStart}::date or (y.day = ${plannedStart}::date and not (${startHalf === 'PM'} and y.fraction = 0.5 and not (${held.startHalf === 'PM'} and y.day = ${held.plannedStart}::date)))) limit 1`);
    if (rowCount !== 0) refuse('renewal_overlap', from);
    await checkedPlace(inside, hospitalId, held, from);
    const quote = await quoteStay(inside, { hospitalId, serviceItemId, ...stay }, from);
    if (expectFen !== undefined && expectFen !== quote.totalFen) refuse('price_changed', from);
    const facts = sql`select 'console', o.department_id, o.ward_id, o.bed_id, o.bed_text, o.patient_id, o.inpatient_no, o.diagnosis, o.care_level, o.infectious, o.patient_note, o.pref_gender, o.pref_level, o.pref_language, o.requirements from care_order o where o.id = ${held.id}`;
    const { id, orderNo } = await writeOrder(tx, viewer, { facts, hospitalId, departmentId, serviceItemId, stay, quote, renewedFrom: held.id });
    const next = await seeOne(inside, orderNo);
    const line = { entity: 'order', entityId: orderNo, hospitalId };
    const also = [{ ...line, action: 'order.create', before: {}, after: createdAs(next) }];
    if (caregiver) {
      const last = (await lastStint(tx, held.id)) ?? refuse('no_caregiver', from);
      const carer = await fitsOrRefuse(tx, ask, next, last.staffNo, stayOf(next));
      const before = { caregiverName: null, caregiverNo: null };
      const after = { caregiverName: carer.name, caregiverNo: carer.staffNo };
      const snapshot = await takeSnapshot(tx, id);
      await place(tx, next, carer, stayOf(next), { userId: viewer.userId });
      await settleRow(tx, id, [sql`service_state = 'assigned'`, sql`version = version + 1`], viewer.userId);
      await tell(tx, { id, departmentId }, viewer, { event: 'assign', from: next.serviceState, to: 'assigned', before, after, snapshot });
      also.push({ ...line, action: 'order.assign', before, after: { ...after, event: 'assign' } });
    }
    return { before: { renewedBy: null }, after: { renewedBy: orderNo }, otherNo: orderNo, also };
  }).catch(tellBooked(ask.from)).catch(tellClash(ask.from));
