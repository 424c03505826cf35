import type { AddressInfo } from 'node:net';
import { LIMITS } from '../../src/host/limit.ts';
import { PREFIX, startApi, type Api } from '../kit/api.ts';
import { careKit, dayFromNow } from '../kit/care.ts';
import type { Known } from './good.ts';

type Kit = Awaited<ReturnType<typeof careKit>>;
/** Somebody signed in. */
export interface Person {
  token: string;
  roles: readonly string[];
  perms: readonly string[];
}

/** Rows for one operation to work on, and what names them. */
async function rows(api: Api, kit: Kit): Promise<Known> {
  const place = await kit.place('第一医院', ['骨科', '内科']);
  const [first, second] = place.departments as [typeof place.departments[0], typeof place.departments[0]];
  const carers = [await kit.caregiver('王芳', [place], { certificate: '2030-01-01' }), await kit.caregiver('李梅', [place], { certificate: '2030-01-01' }), await kit.caregiver('赵新', [place], { status: 'pending' })];
  const orders = [
    await kit.order(place, { patient: '张三', service_state: 'in_service' }), await kit.order(place, { patient: '欧阳雪', planned_start: dayFromNow(1), planned_end: dayFromNow(4) }),
    await kit.order(place, { patient: '单雄信', service_state: 'completed', department: 1 }), await kit.order(place, { patient: '李四', service_state: 'assigned', planned_start: dayFromNow(0) }),
  ];
  await kit.stint(await kit.orderId(orders[0]!), carers[0]!.id, 'serving', -3, 3);
  await kit.stint(await kit.orderId(orders[3]!), carers[1]!.id, 'planned', 0, 3);
  const [service] = await api.rows<{ id: string }>('select id::text from service_item order by id limit 1');
  await kit.insert('service_price', { hospital_id: place.hospitalId, service_item_id: service!.id, price_fen: 26_000, valid: '[2020-01-01,)' });
  const others = [await api.account({ username: `p${Date.now()}${Math.trunc(performance.now())}`, role: 3, hospitals: [place.hospitalId] }), kit.actorId];
  const one = async (text: string): Promise<string[]> => (await api.rows<{ id: string }>(text)).map(({ id }) => id);
  const certificates = await one(`select id::text from caregiver_certificate where caregiver_id = ${carers[0]!.id}`);
  const dict = await one('select id::text from sys_dict order by id limit 3');
  const items = await one('select id::text from sys_dict_item order by id limit 3');
  const patients = await one('select patient_id::text as id from care_order order by id desc limit 4');
  const ids = [place.hospitalId, first.id, first.wardId, first.bedId, second.id, ...others, ...certificates, ...dict, ...items, ...await one('select max(id)::text as id from audit_event where id is not null')].filter((id) => id !== null);
  const nos = [...orders, ...carers.map(({ no }) => no)];
  return {
    id: ids, ids: [...ids, ids.slice(0, 2).join(',')], itemId: [...items, service!.id], itemIds: items, hospitalId: [place.hospitalId, '0'], hospital: [place.hospitalId], departmentId: [first.id, second.id], departmentIds: [first.id, second.id], department: [first.id],
    wardId: [first.wardId, second.wardId], bedId: [first.bedId, second.bedId], serviceItemId: [service!.id], service: [service!.id], patientId: patients, keeperId: others, no: nos, nos: [...nos, nos.slice(0, 4).join(',')], caregiverNo: carers.map(({ no }) => no), servedBy: [carers[0]!.no], caregiver: [carers[0]!.no],
    version: [1, 2, 0, '1'], month: [dayFromNow(-40).slice(0, 7), dayFromNow(0).slice(0, 7)], dictCode: (await api.rows<{ code: string }>('select distinct dict_code as code from sys_dict_item order by 1 limit 4')).map(({ code }) => code), kind: ['order.new'], key: ['order', 'caregiver'],
    contact: ['13812345678', 'a@example.com'], q: ['张三', '王', '1', nos[0]!.slice(-4)], keywords: ['张'], since: ['0'], sort: ['id', 'version:desc', '-made'], where: ['id:filled', 'status:is:1'], measures: ['made', 'made,started'],
  };
}

/** A server on a port of its own, over a fresh database, whose limits do not stop one caller who asks for everything. */
export async function startWorld() {
  for (const limit of Object.values(LIMITS)) limit.calls = 10_000_000;
  const api = await startApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const kit = await careKit(api.database);
  let n = 0;
  const person = async (role: number, hospitals: readonly string[]): Promise<Person> => {
    const username = `fuzz${role}_${n++}`;
    await api.account({ username, role, hospitals });
    const { token } = await api.signIn(username);
    const { result } = (await api.client(token).get<Pick<Person, 'roles' | 'perms'>>('/sys/me')).body;
    return { token, roles: result.roles, perms: result.perms };
  };
  let last: Known | undefined;
  let served = 0;
  const hospital = person(4, [(await rows(api, kit))['hospital']![0] as string]);
  return {
    api, person,
    /** Somebody who may do little. */
    hospital: () => hospital,
    port: (api.app.server.address() as AddressInfo).port,
    document: async (): Promise<string> => (await api.anonymous.send('GET', `${PREFIX}/openapi.json`)).text,
    /** Rows to work on: fresh ones, or where little is asked of each, those of the calls before. */
    known: async (cases: number): Promise<Known> => (last !== undefined && cases < 50 && served++ % 8 > 0 ? last : (last = await rows(api, kit))),
    /** What counts trials and codes begins anew. */
    forget: () => api.rows('delete from sys_counter'),
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;
