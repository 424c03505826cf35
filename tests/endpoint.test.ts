import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { answer, type Served } from '../src/host/answer.ts';
import { buildApp } from '../src/host/app.ts';
import { may } from '../src/kernel/access.ts';
import { endpoint, type Endpoint } from '../src/kernel/endpoint.ts';
import { FAULTS, type FaultName } from '../src/kernel/error.ts';
import { served } from '../src/served.gen.ts';
import { pathOf, PREFIX, startApi, type Api, type Client } from './kit/api.ts';
import { careKit } from './kit/care.ts';

// beside the real table: answers that say more, less or worse than their contract
const reply = z.strictObject({ name: z.string() });
const says = (path: string, value: () => Promise<unknown>): Served => ({ endpoint: endpoint(`GET /test/${path}`, { may: 'signed-in', summary: path, reply }), run: value });
const MISBEHAVED = [
  says('more', async () => ({ name: '张秘密', id_no: '310101199001011234' })), says('less', async () => ({})), says('other', async () => ({ name: 7 })), says('nothing', async () => undefined),
  says('throws', async () => Promise.reject(new Error('张秘密 310101199001011234'))),
  { ...says('breaks', async () => null), run: async (ask) => ask.reach.run(sql`insert into hospital (id, code, name) overriding system value select id, '张秘密 310101199001011234', name from hospital`) } satisfies Served,
];
const ROLES = { admin: 1, ops: 2, resident: 3, hospital: 4 };
let api: Api;
const clients = new Map<string, Client>();
/** Paths that name something there is, and queries of calls that need one. */
const addresses: Record<string, string> = {};
const QUERIES: Record<string, object> = { '/statistics/measures': { from: '2026-11-01', to: '2026-11-21' }, '/statistics/groups': { from: '2026-11-01', to: '2026-11-21', group: 'hospital' }, '/statistics/heat': { from: '2026-11-01', to: '2026-11-21', measure: 'made' }, '/orders/find': { q: '张三' }, '/caregivers/find': { q: '张三' }, '/caregivers/board': { within: '30' }, '/caregivers/roster': { from: '2026-11-21' }, '/sys/send-verification-code': { contact: '13812345678', contactType: 'MOBILE' }, '/orders/:no/candidates': { event: 'change' }, '/notices': { rows: '1' }, '/orders/:no/preview': { event: 'complete' }, '/orders/:no/changes': { since: '0' }, '/settlements': { month: '2026-10' }, '/settlements/caregivers': { month: '2026-10' }, '/settlements/export': { month: '2026-10', by: 'hospital' }, '/patients/find': { q: '张三' }, '/patients/rows': { ids: '1' }, '/wards/free-beds': { q: '骨科 11床' }, '/hospitals/:id/services': { day: '2026-11-21' }, ...Object.fromEntries(['/orders', '/caregivers', '/hospitals', '/sys/users', '/audit'].map((list) => [`${list}/find-in`, { q: '张三', row: '-1' }])) };
beforeAll(async () => {
  api = await startApi(MISBEHAVED);
  const kit = await careKit(api.database);
  const place = await kit.place('第一医院');
  const orderNo = await kit.order(place, { patient: '张三', service_state: 'in_service' });
  const carer = await kit.caregiver('王芳', [place], { certificate: '2030-01-01' });
  await kit.stint(await kit.orderId(orderNo), carer.id, 'serving', -3, 3);
  for (const [username, role] of Object.entries(ROLES)) {
    await api.account({ username, role, hospitals: role > 2 ? [place.hospitalId] : [] });
    clients.set(username, await api.as(username));
  }
  await api.rows('update care_order set keeper_id = u.id from sys_user u where u.username = $1', ['admin']);
  const [paper] = await api.rows<{ id: string }>(`with f as (insert into caregiver_certificate_file (certificate_id, type, bytes, added_by) select k.id, 'image/png', '\\x00', 1 from caregiver_certificate k where k.caregiver_id = $1 returning certificate_id) update caregiver_certificate k set file = 'a.png' from f where k.id = f.certificate_id returning k.id::text`, [carer.id]);
  const [item] = await api.rows<{ id: string; code: string }>('select id::text, dict_code as code from sys_dict_item order by id limit 1');
  const [line] = await api.rows<{ id: string }>('select max(id)::text as id from audit_event');
  const [service] = await api.rows<{ id: string }>('select id::text from service_item');
  await kit.insert('service_price', { hospital_id: place.hospitalId, service_item_id: service!.id, price_fen: 26_000, valid: '[2020-01-01,)' });
  Object.assign(QUERIES, { '/orders/quote': { hospitalId: place.hospitalId, serviceItemId: service!.id, plannedStart: '2026-11-21', startHalf: 'AM', plannedEnd: '2026-11-22', endHalf: 'PM' }, '/settlements/hospital': { month: '2026-10', hospitalId: place.hospitalId }, '/settlements/orders': { month: '2026-10', hospitalId: place.hospitalId }, '/settlements/caregiver': { month: '2026-10', caregiverNo: carer.no }, '/orders/rows': { nos: orderNo }, '/caregivers/rows': { nos: carer.no }, '/orders/lines': { nos: orderNo }, '/caregivers/lines': { nos: carer.no }, '/hospitals/beds': { wardId: place.departments[0]!.wardId } });
  Object.assign(addresses, {
    '/exports/:key': '/exports/00000000',
    '/orders/:no/candidates': `/orders/${orderNo}/candidates`, '/orders/:no/preview': `/orders/${orderNo}/preview`, '/orders/:no/changes': `/orders/${orderNo}/changes`, '/orders/:no/explain': `/orders/${orderNo}/explain`, '/orders/:no/keepers': `/orders/${orderNo}/keepers`, '/drafts/:kind': '/drafts/order.new', '/preferences/:key': '/preferences/order', '/hospitals/:id/departments': `/hospitals/${place.hospitalId}/departments`, '/hospitals/:id': `/hospitals/${place.hospitalId}`, '/hospitals/:id/accounts': `/hospitals/${place.hospitalId}/accounts`, '/hospitals/departments/:id': `/hospitals/departments/${place.departments[0]!.id}`, '/hospitals/wards/:id': `/hospitals/wards/${place.departments[0]!.wardId}`, '/hospitals/beds/:id': `/hospitals/beds/${place.departments[0]!.bedId}`, '/hospitals/:id/book': `/hospitals/${place.hospitalId}/book`, '/hospitals/:id/wards': `/hospitals/${place.hospitalId}/wards`, '/wards/:id/beds': `/wards/${place.departments[0]!.wardId}/beds`, '/hospitals/:id/places': `/hospitals/${place.hospitalId}/places`, '/hospitals/:id/services': `/hospitals/${place.hospitalId}/services`,
    '/orders/:no': `/orders/${orderNo}`, '/caregivers/:no': `/caregivers/${carer.no}`, '/caregivers/:no/form': `/caregivers/${carer.no}/form`, ...Object.fromEntries(['work', 'rating', 'evaluations', 'pay', 'pay/:month', 'pay/:month/export'].map((part) => [`/caregivers/:no/${part}`, `/caregivers/${carer.no}/${part.replace(':month', '2026-11')}`])), '/caregivers/:no/certificates/:id/file': `/caregivers/${carer.no}/certificates/${paper!.id}/file`, '/sys/:id/form': `/sys/${kit.actorId}/form`, '/sys/users/:id/sessions': `/sys/users/${kit.actorId}/sessions`, '/audit/:id': `/audit/${line!.id}`,
    '/sys/users/getHospitalInfo/:hospitalId': `/sys/users/getHospitalInfo/${place.hospitalId}`, '/sys/:dictCode/items/page': `/sys/${item!.code}/items/page`, '/sys/:dictCode/items': `/sys/${item!.code}/items`, '/sys/:dictCode/items/:itemId/form': `/sys/${item!.code}/items/${item!.id}/form`,
  });
});
afterAll(() => api.close());

const each = served.map(({ endpoint: e }) => [`${e.method} ${e.path}`, e] as const);
const guarded = each.filter(([, e]) => e.may !== 'open');
/** Asked with a field that no schema knows: whoever may call it is told so (400), and nothing happens. */
const probe = (client: Client, e: Endpoint, given: object = { query: { ...QUERIES[e.path], unknown: '1' } }) => client.send(e.method, PREFIX + pathOf(e), given);
const refusal = (fault: FaultName, detail = '') => ({ success: false, code: FAULTS[fault][1], message: FAULTS[fault][2].replace('{detail}', detail), result: null });

/** How a call ended in the audit, the newest line of its action: who asked, and why it was refused. */
const audited = async (name: string, e: Endpoint) => (await api.rows<{ actor: string | null; error: string | null }>(`select u.username::text as actor, a.error_code as error from audit_event a left join sys_user u on u.id = a.actor_id where a.action = $1 order by a.id desc limit 1`, [e.audit ?? name]))[0];

describe('who may call', () => {
  // strangers have few lines a minute, so each of these calls comes in a minute of its own
  beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterAll(() => void vi.useRealTimers());
  beforeEach(() => void vi.advanceTimersByTime(61_000));
  test.each(guarded)('%s: nobody without a living token', async (name, e) => {
    const { token } = await api.signIn('admin');
    await api.rows(`update sys_token set expires_at = now() where hash = sha256($1::bytea)`, [Buffer.from(token)]);
    for (const client of [api.anonymous, api.client(token), api.client('x'.repeat(43))]) {
      const { status, body } = await probe(client, e, { raw: '{"also": "not parsed' });
      expect([status, body]).toEqual([401, refusal('expired')]);
      expect(await audited(name, e)).toEqual({ actor: null, error: 'expired' });
      await api.rows(`insert into audit_event (action, ok) values ($1, true)`, [e.audit ?? name]);
    }
  });
  test.each(each)('%s: each role as the table says', async (name, e) => {
    for (const [username, role] of Object.entries(ROLES)) {
      const { result } = (await clients.get(username)!.get<{ roles: string[]; perms: string[] }>('/sys/me')).body;
      const right = e.may === 'open' || e.may === 'signed-in' || may(result, e.may);
      const { status, body } = await probe(clients.get(username)!, e);
      expect([username, role, status, body.code]).toEqual([username, role, ...(right ? [400, 40000] : [403, 40300])]);
      if (right) expect(body.message).toContain('unknown');
      else expect(body).toEqual(refusal('forbidden'));
      expect(await audited(name, e)).toEqual({ actor: e.may === 'open' ? null : username, error: right ? 'bad_input' : 'forbidden' });
    }
  });
  test('the guarded table is what spec section 6 says of these screens', () => {
    const rights = Object.fromEntries(each.map(([name, e]) => [name, e.may]));
    expect(rights).toMatchObject({ 'GET /statistics/bands': 'biz:stat:view', 'GET /hospitals': 'biz:hospital:list', 'GET /sys/users/list': 'sys:user:list', 'GET /orders': 'biz:order:list', 'GET /caregivers': 'biz:caregiver:list' });
    expect(each.filter(([, e]) => e.may === 'open').map(([name]) => name)).toEqual(['GET /sys/captcha/randomImage', 'POST /sys/login', 'POST /sys/login/second', 'POST /sys/login/second/send', 'POST /sys/sms/sendCode', 'POST /sys/updatePhone', 'POST /sys/refresh-token']);
  });
  test.each([[undefined], [''], [[]], ['sys:user:fly'], [['biz:order:list', 'nonsense']], [null]])('a call that says %j of who may make it cannot be mounted', async (said) => {
    const lawless = answer({ ...endpoint('GET /lawless', { may: 'open', summary: '', reply: z.null() }), may: said as never }, async () => null);
    await expect(buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret: Buffer.alloc(32) }, served: [lawless], messenger: api.messenger })).rejects.toThrow('/lawless');
  });
});

describe('what comes in', () => {
  test.each(each.filter(([, e]) => e.method !== 'GET'))('%s refuses a field it does not know', async (_name, e) => {
    for (const body of [{ unknown: 1 }, { constructor: 1 }]) expect(await probe(clients.get('admin')!, e, { body })).toMatchObject({ status: e.upload ? 415 : 400, body: { success: false, code: e.upload ? 41501 : 40000, result: null } });
  });
  test.each(each)('%s refuses a query that is not its own, nested or repeated', async (_name, e) => {
    for (const query of ['a[b]=1', 'constructor=1', 'toString=2', 'pageNum[]=1&x', `${'q=1&'.repeat(300)}q=1`, 'a[b][c][d][e][f][g]=1', 'token=1']) {
      const { status, body } = await probe(clients.get('admin')!, e, { query });
      expect([query, status, body.code]).toEqual([query, 400, 40000]);
    }
  });
});

describe('what goes out', () => {
  test.each(each.filter(([, e]) => e.method === 'GET'))('%s is sealed by its schema', async (name, e) => {
    const before = await api.rows('select max(id) as id from audit_event');
    const { status, body, headers } = await clients.get('admin')!.get(addresses[e.path] ?? e.path, { query: QUERIES[e.path] as Record<string, unknown> ?? {} });
    // a stream wants a reader of events; live.test.ts reads it
    if (e.stream === true) return expect([status, body.code]).toEqual([400, 40000]);
    // what is read of persons is noted, once; what is not, is not
    const noted = e.stream === true ? [{ action: name, ok: false, actor: 'admin' }] : e.audit === undefined ? [] : [{ action: e.audit, ok: true, actor: e.may === 'open' ? null : 'admin' }];
    expect(await api.rows('select a.action, a.ok, u.username::text as actor from audit_event a left join sys_user u on u.id = a.actor_id where a.id > $1', [(before[0] as { id: string }).id])).toEqual(noted);
    if (e.file !== undefined) return expect([status, headers['content-disposition'], headers['cache-control'], headers['x-content-type-options']]).toEqual([200, expect.stringMatching(/^attachment; /), 'no-store', 'nosniff']);
    expect([name, status, body.success, body.code, body.message]).toEqual([name, 200, true, 0, '']);
    expect(z.safeParse(e.reply, body.result).error).toBeUndefined();
    expect(body.result).toEqual(z.parse(e.reply, body.result));
  });
  test.each(MISBEHAVED.map((s) => s.endpoint.path))('%s tells the reader nothing, and the log no value', async (path) => {
    const before = api.log.length;
    const { status, body, text } = await clients.get('admin')!.get(path);
    expect(status).toBeGreaterThanOrEqual(409);
    expect(body).toEqual(status === 409 ? refusal('conflict') : refusal('broken'));
    expect(text + JSON.stringify(api.log.slice(before))).not.toMatch(/张秘密|3101011990/);
  });
  test('an unforeseen fault leaves its place in the log, under the number that the answer bears', async () => {
    const { headers } = await clients.get('admin')!.get('/test/throws');
    const lines = api.log.filter((line) => line['id'] === headers['x-request-id']);
    expect(lines).toMatchObject([{ level: 'error', error: 'Error' }, { level: 'info', status: 500, route: '/admin-api/test/throws', method: 'GET' }]);
    expect(lines[0]!['stack']).toEqual(expect.arrayContaining([expect.stringContaining('endpoint.test.ts')]));
  });
});

describe('what the table tells of itself', () => {
  test('openapi.json describes each call', async () => {
    const { status, headers, text } = await api.anonymous.send('GET', `${PREFIX}/openapi.json`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    type Operation = { 'x-may': unknown; security?: unknown[]; parameters: { name: string; in: string }[]; requestBody?: { content: Record<string, { schema: { properties: object; additionalProperties?: boolean } }> }; responses: Record<string, { content: Record<string, { schema: { properties: { result: unknown } } }> }> };
    const { openapi, paths } = JSON.parse(text) as { openapi: string; paths: Record<string, Record<string, Operation>> };
    expect(openapi).toBe('3.1.0');
    for (const [, e] of each) {
      const [path, operations] = Object.entries(paths).find(([one, methods]) => one.replace(/\{\w+\}/g, ':') === (PREFIX + e.path).replace(/:\w+/g, ':') && e.method.toLowerCase() in methods)!;
      const operation = operations[e.method.toLowerCase()]!;
      expect(operation).toMatchObject({ summary: e.summary, 'x-may': e.may });
      const keyed = e.method !== 'GET' && e.may !== 'open';
      expect(operation.parameters.map((p) => [p.in, p.name])).toEqual([...[...path.matchAll(/\{(\w+)\}/g)].map((m) => ['path', m[1]]), ...Object.keys((e.query as z.ZodMiniObject | undefined)?.shape ?? {}).map((name) => ['query', name]), ...(keyed ? [['header', 'Idempotency-Key']] : [])]);
      const taken = operation.requestBody?.content[e.upload ? 'multipart/form-data' : 'application/json']!.schema.properties;
      expect(Object.keys(taken ?? {})).toEqual(e.upload ? [e.upload.field] : Object.keys((e.body as z.ZodMiniObject | undefined)?.shape ?? {}));
      if (e.body !== undefined) expect(operation.requestBody!.content['application/json']!.schema.additionalProperties).toBe(false);
      if (e.stream === true) expect(Object.keys(operation.responses['200']!.content)).toEqual(['text/event-stream']);
      else if (e.file === undefined) expect(operation.responses['200']!.content['application/json']!.schema.properties.result).toBeTypeOf('object');
      else expect(operation.responses['200']!.content).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } });
      expect(operation.security).toEqual(e.may === 'open' ? [] : undefined);
    }
    // the same path under two names would be no valid document
    expect(new Set(Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, ':'))).size).toBe(Object.keys(paths).length);
    expect(Object.values(paths).flatMap((p) => Object.keys(p))).toHaveLength(each.length + MISBEHAVED.length);
  });
  test('/endpoints lists each with its right', async () => {
    const { text } = await api.anonymous.send('GET', `${PREFIX}/endpoints`);
    const { result: listed, ...envelope } = JSON.parse(text) as { result: object[] };
    expect(envelope).toEqual({ success: true, code: 0, message: '' });
    for (const [, { method, path, may: right, summary }] of each) expect(listed).toContainEqual({ method, path: PREFIX + path, may: right, summary });
    expect(listed).toHaveLength(each.length + MISBEHAVED.length);
  });
});

// Numbers of people, and the names of fields that may hold one: where each is told, it is told masked, but for what stands here with its reason.
describe('personal data', () => {
  const NUMBERS = { patient: { id_no: '110105194912310046', mobile: '13654329021', contact_mobile: '13765439021' }, caregiver: { id_no: '310101198001010013', mobile: '13912345678', emergency_phone: '13887654321', bank_account: '6222021234567899' }, sys_user: { mobile: '13588887777', email: 'own.mailbox@example.org' } };
  /** Whole numbers by call: who edits an account sees what they edit, which is a line of the audit; a reveal is what it says, likewise. */
  const WHOLE: Record<string, { fields: string[]; audit: string }> = { 'GET /sys/:id/form': { fields: ['mobile', 'email'], audit: 'entity.read' }, 'POST /caregivers/:no/reveal': { fields: ['idNo', 'mobile', 'emergencyPhone', 'bankAccount', 'idCards'], audit: 'caregiver.reveal' } };
  const SAID = /"(?:[a-z]+(?=[A-Z]))?(?:mobile|phone|email|idNo|idCards?|bankAccount)"/i;
  test.each(Object.keys(ROLES))('no call shows %s a whole number of anybody', async (username) => {
    // the account that is looked at is nobody's who looks
    const [who] = await api.rows<{ id: string }>(`select id::text from sys_user where username = 'clerk'`);
    for (const [table, columns] of Object.entries(NUMBERS)) await api.rows(`update ${table} set ${Object.entries(columns).map(([name, value]) => `${name} = '${value}'`).join(', ')}${table === 'sys_user' ? ` where id = ${who!.id}` : ` where id = (select min(id) from ${table})`}`);
    let shown = 0;
    for (const [name, e] of each.filter(([, one]) => one.method === 'GET' && one.stream !== true && one.may !== 'open')) {
      const { status, text } = await clients.get(username)!.get(addresses[e.path] ?? e.path, { query: (QUERIES[e.path] as Record<string, unknown> | undefined) ?? {} });
      if (status === 200 && SAID.test(text)) shown++;
      const whole = Object.values(NUMBERS).flatMap((columns) => Object.values(columns)).filter((number) => text.includes(number));
      const may = Object.hasOwn(WHOLE, name) ? [NUMBERS.sys_user.mobile, NUMBERS.sys_user.email] : [];
      expect([name, whole.filter((number) => !may.includes(number))]).toEqual([name, []]);
    }
    expect(shown).toBeGreaterThan(3);
    for (const [path, columns] of [['/orders/export', ['orderNo', 'patientName', 'contactMobile']], ['/caregivers/export', ['staffNo', 'name', 'mobile']]] as const) {
      const { status, text } = await clients.get(username)!.post(path, { body: { selection: { mode: 'exclude', ids: [], filter: {} }, columns, type: 'csv' } });
      if (status === 200) for (const number of Object.values({ ...NUMBERS.patient, ...NUMBERS.caregiver })) expect([path, text.includes(number)]).toEqual([path, false]);
    }
  });
  test('each field of an answer in openapi.json that may hold one is known here', () => {
    const found = new Set<string>();
    const walk = (schema: unknown, call: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') for (const field of Object.keys(value as object)) if (SAID.test(`"${field}"`)) found.add(`${call} ${field}`);
        walk(value, call);
      }
    };
    for (const [name, e] of each) walk(z.toJSONSchema(e.reply, { unrepresentable: 'any' }), name);
    const known = (one: string): boolean => Object.entries(WHOLE).some(([call, { fields }]) => fields.some((field) => one === `${call} ${field}`)) || MASKED.some((pattern) => pattern.test(one));
    expect([...found].filter((one) => !known(one))).toEqual([]);
    expect(found.size).toBeGreaterThan(10);
    for (const [call, { audit }] of Object.entries(WHOLE)) expect([call, each.find(([name]) => name === call)?.[1].audit]).toEqual([call, audit]);
  });
  test('each call that answers with the name of a patient, with a line of a history or with what caregivers earn on a day is a line of the audit, but the one that follows rows which were told already', () => {
    const names = (schema: unknown): boolean => typeof schema === 'object' && schema !== null && Object.entries(schema).some(([key, value]) => (key === 'properties' && ['patientName', 'contactName', 'undone', 'reliefPayFen'].some((field) => Object.hasOwn(value as object, field))) || names(value));
    const silent = each.filter(([, e]) => e.audit === undefined && names(z.toJSONSchema(e.reply, { unrepresentable: 'any' }))).map(([name]) => name);
    // whom a hospital is reached by is no patient
    expect(silent.toSorted()).toEqual(['GET /hospitals/:id', 'GET /orders/rows']);
  });
  /** Asked with whole numbers above, and told masked; numbers of a place are nobody's. */
  const MASKED = [/^GET \/(?:orders|caregivers|patients|dashboard|statistics|wards|settlements)\b/, /^POST \/(?:orders|caregivers)\b/, /^(?:GET|POST|PUT) \/hospitals\b.* (?:contactPhone|nursePhone)$/, /^(?:GET|POST|PUT) \/sys\/(?:users|me|profile|mobile|email|login|second-step)\b/];
});
