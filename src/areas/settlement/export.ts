import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { today } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import type { Cell } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import { Fault } from '../../kernel/error.ts';
import { HOSPITALS } from '../hospital/tables.ts';
import type { PERIOD_STATES, settlement } from './contract.ts';
import { listMonths, readStatement, seesPay } from './month.ts';
import { readCaregiver, readCaregivers, readOrders } from './store.ts';

type Both = readonly [zh: string, en: string];
/** A column: its heading, its width, what of a line stands in it; `adds`: also of the sum of all lines; `pay`: only for who may see pay. */
interface Column<L> {
  heading: Both;
  width?: number;
  cell: (line: L) => Cell;
  adds?: true;
  pay?: true;
}
/** Yuan, as a number that a spreadsheet can add up: to the fen exact, for no month's sum has more digits than a double keeps. */
const yuan = (fen: number | null): number | null => (fen === null ? null : Number((fen / 100).toFixed(2)));
interface Served {
  days: number;
  holidayDays: number;
  amountFen: number;
  payFen: number | null;
  feeFen: number;
}
interface Dated extends Served {
  adjustedFen: number;
  receivedFen: number;
  refundedFen: number;
}
const both = <T,>(heading: Both, cell: (of: T) => Cell, more: { pay?: true } = {}): Column<T> => ({ heading, width: 14, cell, adds: true, ...more });
const SERVED: readonly Column<Served>[] = [
  both(['服务天数', 'Days'], ({ days }) => days), both(['其中节假日', 'Holidays'], ({ holidayDays }) => holidayDays), both(['服务费（元）', 'Charged (CNY)'], ({ amountFen }) => yuan(amountFen)),
  both(['护工分成（元）', 'Caregiver share (CNY)'], ({ payFen }) => yuan(payFen), { pay: true }), both(['医院管理费（元）', 'Hospital fee (CNY)'], ({ feeFen }) => yuan(feeFen)),
];
const DATED: readonly Column<Dated>[] = [
  ...SERVED, both(['调整（元）', 'Adjusted (CNY)'], ({ adjustedFen }) => yuan(adjustedFen)), both(['应收合计（元）', 'Amount due (CNY)'], ({ amountFen, adjustedFen }) => yuan(amountFen + adjustedFen)),
  both(['已收（元）', 'Received (CNY)'], ({ receivedFen }) => yuan(receivedFen)), both(['已退（元）', 'Refunded (CNY)'], ({ refundedFen }) => yuan(refundedFen)),
];
const named = <L,>(heading: Both, width: number, cell: (line: L) => Cell): Column<L> => ({ heading, width, cell });
const NOTHING = { orders: 0, days: 0, holidayDays: 0, amountFen: 0, payFen: 0, feeFen: 0, adjustedFen: 0, receivedFen: 0, refundedFen: 0 } satisfies Dated & { orders: number };
/** The lines as one: what is below them is their sum, whatever has happened since they were read. */
const summed = <L extends object>(lines: readonly L[]): L =>
  lines.reduce<Record<string, number>>((sums, line) => (Object.entries(line).forEach(([name, n]) => typeof n === 'number' && (sums[name] = (sums[name] ?? 0) + n)), sums), { ...NOTHING }) as unknown as L;

/** Said of a sum that others may see more of. */
const PART: Both = ['合计（只含你的数据范围）', 'Total (your data scope only)'];
/** Said of a hospital of which others see more. */
const OWN: Both = ['（只含你的科室）', ' (your departments only)'];
const sumOf = (whole: boolean): Both | null => (whole ? null : [`合计${OWN[0]}`, `Total${OWN[1]}`]);

/** Where months stand, by the page's words; together, of some days closed and of others not, they are closed in part. */
const STATES: Record<(typeof PERIOD_STATES)[number] | 'part', Both> = { closed: ['已月结', 'Closed'], open: ['未月结', 'Open'], running: ['进行中', 'Under way'], part: ['部分已月结', 'Closed in part'] };
type State = keyof typeof STATES;
const together = (states: readonly State[]): State | null => (states.length === 0 ? null : states.every((one) => one === states[0]) ? states[0]! : states.includes('closed') ? 'part' : 'open');
const CLOSING: Both = ['月结', 'Closing'];
const HOSPITAL: Both = ['医院', 'Hospital'];
const CAREGIVER: Both = ['护工', 'Caregiver'];
const ALL: Both = ['全部', 'All'];
const ALL_OWN: Both = ['你数据范围内的全部', 'All in your data scope'];
/** What a sheet is of: `kind` and `whose` name its file, `id` tells it apart where a client keeps to ASCII; `of` and `state` stand below its lines. */
interface About {
  kind: Both;
  whose?: readonly string[];
  id?: string;
  of: readonly [label: Both, name: string | Both];
  state: State | null;
  note?: Both;
}

/** What a page shows as a sheet in the reader's language, the sum below, and below that what it is of. @throws Fault not_found, bad_input for what is named of neither */
export async function exportStatement({ reach, viewer, query, from }: Ask<typeof settlement.export>): Promise<Download> {
  const { month, by, hospitalId, caregiverNo, type } = query;
  const word = ([zh, en]: Both): string => (from.language === 'en' ? en : zh);
  const sheet = <L extends object>({ kind, whose = [], id, of: [label, name], state, note }: About, columns: readonly Column<L>[], lines: readonly L[], part: Both | null = null): Download => {
    const own = columns.filter(({ pay }) => pay !== true || seesPay(viewer));
    const sums = summed(lines);
    const total = own.map(({ cell, adds }, i) => (i === 0 ? word(part ?? ['合计', 'Total']) : adds === true ? cell(sums) : null));
    const about: Both[][] = [
      [label, typeof name === 'string' ? [name, name] : name], [['月份', 'Month'], [month, month]], ...(state === null ? [] : [[CLOSING, STATES[state]]]), [['截至', 'As of'], [today(), today()]], ...(note === undefined ? [] : [[['注', 'Note'] as const, note]]),
    ];
    return sheetFile({
      title: [word(kind), ...whose, month].join('-'), plain: [kind[1], ...(id === undefined ? [] : [id]), month].join('-'), type, columns: own.map(({ heading, width = 16 }) => ({ heading: word(heading), width })),
      rows: [...lines.map((line) => own.map(({ cell }) => cell(line))), total, [], ...about.map((line) => line.map(word))].map((cells) => own.map((_, i) => cells[i] ?? null)),
    });
  };
  /** A hospital as people know it: its name, its code, and whether the reader sees a part of it. */
  const hospitalOf = async (id: string, { name, whole }: { name: string; whole: boolean }): Promise<string> => `${name} ${(await reach.one<{ code: string }>(HOSPITALS, { columns: sql`h.code`, where: [sql`h.id = ${id}::bigint`] }))!.code}${whole ? '' : word(OWN)}`;
  const all = reach.scope === 'all' ? ALL : ALL_OWN;
  if (by === 'hospital') {
    if (caregiverNo !== undefined) throw new Fault('bad_input', { detail: 'caregiverNo' });
    if (hospitalId === undefined) {
      const { list } = await listMonths(reach, viewer, month);
      return sheet({ kind: ['月度对账', 'month'], of: [HOSPITAL, all], state: null }, [named<(typeof list)[number]>(HOSPITAL, 28, ({ name, whole }) => whole ? name : name + word(OWN)), named<(typeof list)[number]>(CLOSING, 10, ({ state }) => word(STATES[state])), both<(typeof list)[number]>(['订单数', 'Orders'], ({ orders }) => orders), ...DATED], list, sumOf(list.every(({ whole }) => whole)));
    }
    const [whole, { list }] = await Promise.all([readStatement(reach, viewer, month, hospitalId), readOrders(reach, viewer, { month, hospitalId }, null)]);
    type Line = (typeof list)[number];
    return sheet({ kind: ['对账单', 'statement'], whose: [whole.name], id: hospitalId, of: [HOSPITAL, await hospitalOf(hospitalId, whole)], state: whole.state }, [
      named<Line>(['订单号', 'Order'], 18, ({ orderNo }) => orderNo), named<Line>(['患者', 'Patient'], 12, ({ patientName }) => patientName), named<Line>(['科室', 'Department'], 16, ({ department }) => department), named<Line>(['服务项目', 'Service'], 20, ({ service }) => service),
      named<Line>(CAREGIVER, 16, ({ caregivers }) => caregivers), named<Line>(['从', 'From'], 12, (line) => line.from), named<Line>(['到', 'To'], 12, (line) => line.to), ...DATED,
    ], list, sumOf(whole.whole));
  }
  if (caregiverNo === undefined) {
    const { list, whole } = await readCaregivers(reach, viewer, { month, hospitalId }, null);
    type Line = (typeof list)[number];
    const one = hospitalId === undefined ? null : await readStatement(reach, viewer, month, hospitalId);
    const state = one?.state ?? together((await listMonths(reach, viewer, month)).list.flatMap((line) => (line.days > 0 ? [line.state] : [])));
    return sheet({
      kind: ['护工月度对账', 'caregivers'], of: [HOSPITAL, all], state,
      ...(one !== null && { whose: [one.name], id: one.hospitalId, of: [HOSPITAL, await hospitalOf(one.hospitalId, one)] as const, note: ['只含这家医院的服务日。', 'Days at this hospital only.'] as const }),
    }, [named<Line>(['工号', 'Staff no.'], 14, (line) => line.caregiverNo), named<Line>(['姓名', 'Name'], 12, ({ name }) => name), named<Line>(['订单数', 'Orders'], 10, ({ orders }) => orders), ...SERVED], list, whole ? null : PART);
  }
  if (hospitalId !== undefined) throw new Fault('bad_input', { detail: 'hospitalId' });
  const own = await readCaregiver(reach, viewer, { month, caregiverNo });
  type Line = (typeof own.lines)[number];
  const stateOf = ({ closed }: Line): State => (closed ? 'closed' : 'open');
  return sheet({ kind: ['护工对账单', 'caregiver'], whose: [own.name, caregiverNo], id: caregiverNo, of: [CAREGIVER, `${own.name} ${caregiverNo}`], state: together(own.lines.map(stateOf)) }, [
    named<Line>(['订单号', 'Order'], 18, ({ orderNo }) => orderNo), named<Line>(['患者', 'Patient'], 12, ({ patientName }) => patientName), named<Line>(HOSPITAL, 28, ({ hospital }) => hospital),
    named<Line>(['从', 'From'], 12, (line) => line.from), named<Line>(['到', 'To'], 12, (line) => line.to), named<Line>(CLOSING, 10, (line) => word(STATES[stateOf(line)])), ...SERVED,
  ], own.lines, own.whole ? null : PART);
}
