import type { Acted, OrderDetail } from '../../src/areas/order/contract.ts';
import { startApi, type Answer, type Client } from './api.ts';
import { careKit, dayFromNow } from './care.ts';

/** Price of a whole day, fen: odd, so that halves are rounded. */
export const UNIT = 26_001;
export const ROLE_NAMES = { admin: 1, ops: 2, resident: 3, hospital: 4 } as const;
export type RoleName = keyof typeof ROLE_NAMES;
export type Life = Awaited<ReturnType<typeof startLife>>;

/** A server with two hospitals, of which 第一医院 is everyone's own and the other foreign to roles 3 and 4, prices, a holiday in two days' time at 1.5, and one person of each role. */
export async function startLife() {
  const api = await startApi();
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院', ['骨科', '内科'], { fee_bp: 500, prepay_days: 1 });
  const foreign = await kit.place('第二医院', ['外科']);
  const [service] = await api.rows<{ id: string }>('select id::text from service_item');
  for (const { hospitalId } of [place, foreign]) await kit.insert('service_price', { hospital_id: hospitalId, service_item_id: service!.id, price_fen: UNIT, caregiver_share_bp: 7000, valid: '[2020-01-01,)' });
  await kit.insert('hospital_holiday', { hospital_id: place.hospitalId, name: '节', days: `[${dayFromNow(2)},${dayFromNow(3)})`, multiplier_bp: 15_000 });
  const client = {} as Record<RoleName, Client>;
  const userId = {} as Record<RoleName, string>;
  for (const [username, role] of Object.entries(ROLE_NAMES)) {
    userId[username as RoleName] = await api.account({ username, role, hospitals: role > 2 ? [place.hospitalId] : [] });
    client[username as RoleName] = await api.as(username);
  }
  let patients = 0;
  const life = {
    api, kit, place, foreign, client, userId, serviceId: service!.id,
    carer: (name: string): Promise<{ id: string; no: string }> => kit.caregiver(name, [place], { certificate: '2099-01-01' }),
    /** The form of an order of a new patient: today until noon in three days. */
    form: (more: object = {}): object => ({
      hospitalId: place.hospitalId, departmentId: place.departments[0]!.id, wardId: place.departments[0]!.wardId, bedId: place.departments[0]!.bedId, patient: { name: `病人${patients++}`, gender: 1 },
      serviceItemId: service!.id, plannedStart: dayFromNow(0), startHalf: 'AM', plannedEnd: dayFromNow(3), endHalf: 'AM', ...more,
    }),
    /** Its number, once it is made. */
    async made(more: object = {}, by = client.ops): Promise<string> {
      const { status, text, body } = await by.post<Acted>('/orders', { body: life.form(more) });
      if (status !== 200) throw new Error(text);
      return body.result.row.orderNo;
    },
    see: async (no: string, by = client.admin): Promise<OrderDetail> => (await by.get<OrderDetail>(`/orders/${no}`)).body.result,
    /** One event on the order as it is now. */
    does: async (no: string, event: string, body: object = {}, by = client.ops): Promise<Answer<Acted>> => by.post<Acted>(`/orders/${no}/${event}`, { body: { version: (await life.see(no)).version, ...body } }),
    /** The same, which must succeed. */
    async done(no: string, event: string, body: object = {}, by = client.ops): Promise<Acted> {
      const { status, text, body: answer } = await life.does(no, event, body, by);
      if (status !== 200) throw new Error(`${event}: ${text}`);
      return answer.result;
    },
    /** All that an undo must give back: everything the record shows but the story, the version, what is offered, and what money never unwrites: adjustments and rejected refunds. */
    async facts(no: string): Promise<unknown> {
      const { version: _v, timeline: _t, can: _c, cannot: _n, undoUntil: _u, adjustments: _a, refunds, ...rest } = await life.see(no);
      return { ...rest, refunds: refunds.filter(({ status }) => status !== 'rejected') };
    },
  };
  return life;
}
/** Status and words of a refusal. */
export async function refused(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  return `${status} ${body.message.replace('当前状态不能这样做：', '')}`;
}
