import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { instantAt, parseDay } from '../../host/calendar.ts';
import type { Result } from './caregiver.ts';
import { writeBatches } from './batch.ts';
import { bookedTwice, openBookings } from './booking.ts';
import { code, type Reason } from './cell.ts';
import { readRows, refuseRepeats, sound } from './check.ts';
import { completeOrders, type Bare } from './complete.ts';
import { faultyCaregivers } from './memory.ts';
import { ORDER_COLUMNS, ORDER_READERS, type OrderRow } from './order-sheet.ts';
import { BY_STATUS, readCarers, stintOf, writeOrders, type Prepared } from './order-write.ts';
import { admitPatients } from './patient.ts';
import { key, makeHospitals, makeInside, makeServices, readPlaces, readServices, serviceNamed, type Lie, type Places } from './place.ts';
import type { Faults } from './report.ts';
import type { SheetRow } from './sheet.ts';

/** Days of the longest stay, as for an order that is made here; keeps a wrong year from making thousands. */
const LONGEST = 400;

/** As many as a line has room for. */
const named = (numbers: readonly string[]): string => `${numbers.slice(0, 20).join(', ')}${numbers.length > 20 ? ', …' : ''}`;
/** The sheet's row as it was, in short: what a second run recognises it by. */
const fingerprint = (row: SheetRow): string => createHash('sha256').update(ORDER_COLUMNS.map((column) => row.cells[column]).join('\u001f')).digest('hex');
const lieOf = ({ values: v }: OrderRow): Lie => ({ hospital: v.医院, department: v.科室, ward: v.病区 || null, bed: v.床号 });

/**
 * Loads orders; those whose number is there already are left as they are, and reported unless this very row made
 * them. One that was loaded without its caregiver gets them once they are there.
 */
export async function loadOrders(client: ClientBase, rows: readonly SheetRow[], faults: Faults, createPlaces: boolean, actor: { id: string; role: number }): Promise<Result> {
  const good = readRows(rows, ORDER_READERS, faults);
  for (const { row, values: v } of good) {
    if (v.结束日期 < v.开始日期) faults.add(row, '结束日期', ['结束日期早于开始日期', 'ends before it begins']);
    else if (v.结束日期 - v.开始日期 >= LONGEST) faults.add(row, '结束日期', [`服务超过 ${LONGEST} 天`, `lasts longer than ${LONGEST} days`]);
    if (v.护工工号 === '' && v.订单状态 !== 'pending_assign' && v.订单状态 !== 'cancelled' && v.订单状态 !== 'refunding') faults.add(row, '护工工号', ['这个状态的订单应有护工', 'an order in this state has a caregiver']);
    if (v.护工工号 !== '' && v.订单状态 === 'pending_assign') faults.add(row, '护工工号', ['待派单的订单不应有护工', 'an order to be assigned has no caregiver yet']);
    if (v.实收款 > v.应收款 && v.订单状态 !== 'refunding' && v.订单状态 !== 'cancelled') faults.add(row, '实收款', ['实收款大于应收款', 'more was received than is payable']);
  }
  refuseRepeats(rows, { 订单号: code }, faults);
  const { places, services } = await checkPlaces(client, good, faults, createPlaces);
  const carers = await readCarers(client, good.map(({ values }) => values.护工工号));
  const faulty = await faultyCaregivers(client);
  for (const { row, values } of good)
    if (values.护工工号 !== '' && !carers.get(values.护工工号) && !faulty.has(values.护工工号)) faults.wait(row, '护工工号', carers.has(values.护工工号) ? ['这位护工已被删除', 'this caregiver was deleted'] : ['系统中没有这位护工；请先导入护工表', 'the system has no such caregiver; import the caregivers first']);

  const known = await readKnown(client, good);
  let unchanged = 0;
  const bare: Bare[] = [];
  const fresh = sound(good, faults).filter((order) => {
    const { row, values: v } = order;
    const there = known.get(v.订单号);
    if (there === undefined) return true;
    const carerId = carers.get(v.护工工号) ?? null;
    if (there.print !== fingerprint(row)) faults.add(row, '订单号', ['订单号已存在，内容与此行不同；导入不改动已有订单', 'this number exists with other content; an import changes no order']);
    else if (carerId !== null && there.bare && there.state === BY_STATUS[v.订单状态].state) bare.push({ ...order, carerId, id: there.id, mode: there.mode, until: instantAt(parseDay(there.end)!, there.half === 'AM' ? 720 : 1440) });
    else unchanged++;
    return false;
  });

  await makeHospitals(client, places, fresh.map(({ values }) => values.医院));
  await makeInside(client, places, fresh.map(lieOf));
  await makeServices(client, services, fresh.map(({ values }) => values.服务项目));
  const patients = await admitPatients(client, fresh.map(({ values }) => values));
  const prepared = fresh.map((order, i): Prepared => ({ ...order, where: whereabouts(places, lieOf(order)), service: services.get(order.values.服务项目)!, patientId: patients[i]!, carerId: carers.get(order.values.护工工号) ?? null, fingerprint: fingerprint(order.row) }));
  const served = [...prepared.map((order) => ({ ...order, mode: order.service.mode })), ...bare].filter(({ carerId }) => carerId !== null).sort((a, b) => a.row.row - b.row.row);
  const carerIds = [...new Set(served.map(({ carerId }) => carerId!))];
  const bookings = await openBookings(client, carerIds);
  // who comes first in the sheet has their caregiver alone, whichever of the two is written first
  for (const order of served) stintOf('', order, bookings, actor);
  const refuse = ({ row }: OrderRow, reason: Reason): void => faults.add(row, '订单号', reason);
  const made = await writeBatches(client, prepared, (some) => writeOrders(client, some, bookings, actor), refuse);
  const completed = await writeBatches(client, bare, (some) => completeOrders(client, some, bookings, actor), refuse);
  const alone = prepared.filter(({ values, carerId }) => values.护工工号 !== '' && carerId === null).length;
  const unpaid = prepared.filter(({ values }) => values.订单状态 === 'refunding' && values.实收款 === 0).length;
  const twice = await bookedTwice(client, carerIds);
  const notes = [
    ...(alone > 0 ? [`其中 ${alone} 笔订单的护工在护工表中被拒绝，订单已载入，时间线记有工号。${alone} orders were loaded without their caregiver, whose own row was refused; their timeline names the staff number.`] : []),
    ...(completed > 0 ? [`其中 ${completed} 笔先前没有护工，已补上。${completed} orders were there without their caregiver, who has been added.`] : []),
    ...(twice.length > 0 ? [`有 ${twice.length} 位护工在“一对一”服务的同时还有别的订单，核对一下：${named(twice)}。${twice.length} caregivers serve one patient alone and another at the same time; please check: ${named(twice)}.`] : []),
    ...(unpaid > 0 ? [`其中 ${unpaid} 笔“退款中”没有实收款，无款可退，按已取消载入。${unpaid} orders in refund had received nothing and were loaded as cancelled.`] : []),
  ];
  return { loaded: made + completed, unchanged, notes };
}

/** An order that is there: the row that made it, whether it never had a caregiver, and with which half day it ends. */
interface Known {
  no: string;
  id: string;
  state: string;
  mode: string;
  end: string;
  half: 'AM' | 'PM';
  print: string | null;
  bare: boolean;
}
async function readKnown(client: ClientBase, good: readonly OrderRow[]): Promise<Map<string, Known>> {
  const { rows } = await client.query<Known>(
    `SELECT o.order_no AS no, o.id::text, o.service_state AS state, o.care_mode AS mode, o.planned_end::text AS "end", o.end_half AS half, (SELECT e.after ->> 'sheet' FROM order_event e WHERE e.order_id = o.id AND e.event = 'create') AS print,
       o.deleted_at IS NULL AND NOT EXISTS (SELECT FROM order_assignment a WHERE a.order_id = o.id) AS bare
     FROM care_order o WHERE o.order_no = ANY($1)`,
    [good.map(({ values }) => values.订单号)],
  );
  return new Map(rows.map((row) => [row.no, row]));
}
async function checkPlaces(client: ClientBase, good: readonly OrderRow[], faults: Faults, createPlaces: boolean) {
  const places = await readPlaces(client, [...new Set(good.map(({ values }) => values.医院))]);
  const services = await readServices(client);
  for (const order of sound(good, faults)) {
    const { row, values: v } = order;
    const unknown = (column: string, zh: string, en: string): void => faults.wait(row, column, [`系统中没有这${zh}；如要新建请加 --create-places`, `the system has no such ${en}; --create-places makes it`]);
    const { departmentId, wardId, bedId } = whereabouts(places, lieOf(order));
    if (!createPlaces) {
      if (!places.hospital.has(v.医院)) unknown('医院', '家医院', 'hospital');
      else if (departmentId === undefined) unknown('科室', '个科室', 'department');
      else if (v.病区 !== '' && wardId === null) unknown('病区', '个病区', 'ward');
      else if (v.病区 !== '' && v.床号 !== null && bedId === null) unknown('床号', '张床', 'bed');
    }
    if (services.has(v.服务项目)) continue;
    if (!createPlaces) unknown('服务项目', '个服务项目', 'service');
    else if (serviceNamed(v.服务项目) === null) faults.wait(row, '服务项目', ['从名称看不出服务方式，请先在系统中建立', 'the name does not say what the service is; set it up first']);
  }
  return { places, services };
}
function whereabouts(places: Places, lie: Lie) {
  const hospital = places.hospital.get(lie.hospital);
  const departmentId = places.department.get(key(lie.hospital, lie.department));
  const wardId = lie.ward === null || departmentId === undefined ? null : (places.ward.get(key(departmentId, lie.ward)) ?? null);
  return { hospital, departmentId, wardId, bedId: lie.bed === null || wardId === null ? null : (places.bed.get(key(wardId, lie.bed)) ?? null) };
}
