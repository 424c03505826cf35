import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INDEX } from '../src/host/lines.ts';
import { sweep } from '../src/host/sweep.ts';
import type { IndexPage } from '../src/kernel/found.ts';
import type { Client } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { ask, built, KINDS, sorted, take, type Lines } from './kit/index-lines.ts';
import { refused, startLife, type Life } from './kit/life.ts';

let life: Life;
let part: Client;
let partId: string;
/** Lets so many ms pass for what was written so far. */
const pass = (ms: number): Promise<unknown> => Promise.all([['care_order', 'updated_at'], ['caregiver', 'updated_at'], ['order_event', 'at'], ['caregiver_event', 'at']].map(([table, at]) => life.api.rows(`update ${table} set ${at} = ${at} - make_interval(secs => $1)`, [ms / 1000])));

/** Many caregivers, piece by piece: a busy machine takes its time over each statement. */
async function come(count: number): Promise<void> {
  for (let n = 0; n < count; n += 500) await life.api.rows(`insert into caregiver (staff_no, name, gender, mobile, status) select 'PM' || n, '群', 2, '150' || (10000000 + n), 'active' from generate_series($1::int, $2::int) n`, [n + 1, Math.min(n + 500, count)]);
}
const go = async (): Promise<void> => {
  while ((await life.api.rows(`delete from caregiver where id in (select id from caregiver where staff_no like 'PM%' limit 500) returning id`)).length > 0);
};

beforeAll(async () => {
  life = await startLife();
  // so that time can pass
  for (const table of ['order_event', 'caregiver_event']) await life.api.rows(`alter table ${table} disable trigger ${table}_append_only`);
  partId = await life.api.account({ username: 'part', role: 3 });
  await life.api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [partId, life.place.hospitalId, [life.place.departments[0]!.id]]);
  part = await life.api.as('part');
});
afterAll(() => life.api.close());
beforeEach(() => pass(60_000));

describe('who may read it', () => {
  test('nobody who is not signed in, and no right is no index', async () => {
    for (const kind of KINDS) {
      for (const path of [`/${kind}/index`, `/${kind}/lines?nos=PH1`]) expect([path, (await life.api.anonymous.get(path)).status]).toEqual([path, 401]);
    }
    // every role there is has the right; one that is unknown has none
    await life.api.rows('alter table sys_user drop constraint sys_user_role_known');
    await life.api.account({ username: 'nobody', role: 9 });
    const nobody = await life.api.as('nobody');
    for (const kind of KINDS) expect((await nobody.get(`/${kind}/index`)).status).toBe(403);
  });
  test.each([
    { after: '7' }, { after: '1.1', since: '2026-11-21T00:00:00.000Z' }, { since: 'yesterday' }, { since: '2026-11-21' }, { since: '2026-11-21T24:00:00.5Z' }, { since: '2026-13-01T00:00:00Z' }, { stamp: 'a b' }, { stamp: 'x'.repeat(33) }, { nos: 'PH1' }, { pageNum: '1' }, { after: '9999999999999999999.1' },
  ])('what nobody would ask is refused: %o', async (query) => {
    for (const kind of KINDS) expect(await refused(life.client.ops.get(`/${kind}/index`, { query }))).toMatch(/^400 /);
  });
  test.each(['', 'PH1,', 'PH1;PH2', '-'.repeat(33), Array.from({ length: 201 }, (_, i) => `P${i}`).join()])('nor are numbers that are none: %s', async (nos) => {
    for (const kind of KINDS) expect(await refused(life.client.ops.get(`/${kind}/lines`, { query: { nos } }))).toMatch(/^400 /);
  });
  test('the audit says how many rows, and none of the words', async () => {
    await life.kit.order(life.place, { patient: '审计人' });
    const { first } = await built(life.client.ops);
    await ask(life.client.ops, 'orders', { since: first.at, stamp: first.stamp });
    const told = await life.api.rows<{ after: unknown; line: string }>(`select a.after, a::text as line from audit_event a where a.action = 'order.index' and a.ok order by a.id desc limit 2`);
    expect([told.map(({ after }) => after), told.some(({ line }) => line.includes('审计人'))]).toEqual([[{ by: ['since', 'stamp'], rows: 1 }, { by: [], rows: first.text.split('\n').length }], false]);
  });
});

describe('what a line says', () => {
  test('number, name, tails, bed, place, status, days and version of what waits, the newest first', async () => {
    const patient_id = await life.kit.patient('王\t秀\n英', { mobile: '13812345678', contact_mobile: '13912348765' });
    const no = await life.kit.order(life.place, { patient_id, service_state: 'assigned' });
    const [first] = (await built(life.client.resident)).lines.values();
    expect(first).toEqual([no, '王 秀 英', '5678 8765', '11', '第一医院 · 骨科 · 骨科一病区', 'pending_service', dayFromNow(-3), dayFromNow(3), '1']);
    const carer = await life.kit.caregiver('李敏', [life.place, life.foreign], { mobile: '13700004321', status: 'on_leave' });
    expect((await built(life.client.ops, 'caregivers')).lines.get(carer.no)).toEqual([carer.no, '李敏', '4321', '', '第一医院 · 第二医院', 'on_leave', '', '', '1']);
    expect((await built(life.client.resident, 'caregivers')).lines.get(carer.no)?.[4]).toBe('第一医院');
  });
  test('what has ended, was deleted, has left or is blacklisted is not in it', async () => {
    const at = (row: Record<string, unknown>) => life.kit.order(life.place, row);
    const owed = await at({ service_state: 'completed', payable_fen: 100 });
    const gone = [await at({ service_state: 'cancelled' }), await at({ service_state: 'completed', eval_state: 'done' }), await at({ deleted_at: new Date() })];
    const { lines } = await built(life.client.ops);
    expect([lines.has(owed), ...gone.map((no) => lines.has(no))]).toEqual([true, false, false, false]);
    const people = await Promise.all((['left', 'blacklisted', 'pending', 'suspended'] as const).map((status) => life.kit.caregiver('某', [], { status })));
    const known = (await built(life.client.ops, 'caregivers')).lines;
    expect(people.map(({ no }) => known.has(no))).toEqual([false, false, true, true]);
  });
  test('of a phone no more than is ever shown, and nothing of what is hidden', async () => {
    const patient_id = await life.kit.patient('密', { mobile: '13855557777', contact_mobile: '8881234', id_no: '310101194912310016' });
    await life.kit.order(life.place, { patient_id, diagnosis: '隐疾', inpatient_no: 'ZY7654321' });
    await life.kit.caregiver('密护', [life.place], { mobile: '13744446666', id_no: '310101198001019999', bank_account: '6222000011112222' });
    for (const kind of KINDS) {
      const { text, places } = await ask(life.client.admin, kind);
      const said = `${text} ${places.join()}`;
      for (const hidden of ['1385555', '55557777', '8881234', '1234\t', '310101', '隐疾', 'ZY7654321', '1374444', '44446666', '6222']) expect([hidden, said.includes(hidden)]).toEqual([hidden, false]);
    }
  });
});

describe('whose eyes', () => {
  test('what is out of hospital or department is in no page, no change and no line, in the very words of what never was', async () => {
    const { first } = await built(part);
    const [own, inner, elsewhere] = [await life.kit.order(life.place, { patient: '本人' }), await life.kit.order(life.place, { department: 1, patient: '内人' }), await life.kit.order(life.foreign, { patient: '外人' })];
    const [near, far] = [await life.kit.caregiver('本护', [life.place]), await life.kit.caregiver('外护', [life.foreign])];
    const of = async (who: Client): Promise<string> => {
      const { stamp } = (await built(who)).first;
      const all: IndexPage[] = [];
      for (const kind of KINDS) all.push(await ask(who, kind), await ask(who, kind, { since: first.at }));
      return JSON.stringify([all, stamp]);
    };
    const [whole, some, none] = [await of(life.client.ops), await of(life.client.resident), await of(part)];
    const shows = (said: string) => [own, inner, elsewhere, near.no, far.no, '本人', '内人', '外人', '外科', '本护', '外护'].filter((word) => said.includes(word));
    expect(shows(whole)).toEqual([own, inner, elsewhere, near.no, far.no, '本人', '内人', '外人', '外科', '本护', '外护']);
    expect(shows(some)).toEqual([own, inner, near.no, '本人', '内人', '本护']);
    expect(shows(none)).toEqual([own, near.no, '本人', '本护']);
    const { text, places } = await ask(part, 'orders', { nos: [own, inner, elsewhere, 'PH0'].join() }, 'lines');
    expect([text.split('\n').map((line) => line.split('\t')[0]), places]).toEqual([[own, `-${inner}`, `-${elsewhere}`, '-PH0'], ['第一医院 · 骨科 · 骨科一病区']]);
    expect((await ask(life.client.resident, 'caregivers', { nos: `${near.no},${far.no}` }, 'lines')).text.split('\n')[1]).toBe(`-${far.no}`);
  });
  test('another person or another scope is told to begin anew, and nothing else', async () => {
    const { first } = await built(part);
    const mine = { stamp: first.stamp };
    expect(await ask(part, 'orders', mine)).toMatchObject({ reset: false, stamp: first.stamp });
    for (const query of [{}, { since: first.at }, { after: '999999.1' }]) expect(await ask(life.client.ops, 'orders', { ...mine, ...query })).toMatchObject({ reset: true, text: '', places: [], next: null });
    await life.api.rows('update sys_user_hospital set department_ids = $2 where user_id = $1', [partId, [life.place.departments[1]!.id]]);
    const no = await life.kit.order(life.place, { department: 0 });
    expect(await ask(part, 'orders', { ...mine, since: first.at })).toMatchObject({ reset: true, text: '' });
    expect(await ask(part, 'orders', { ...mine, nos: no }, 'lines')).toMatchObject({ reset: true, text: '' });
    const { stamp } = await ask(part, 'orders');
    await life.api.rows('update sys_user_hospital set department_ids = $2 where user_id = $1', [partId, [life.place.departments[0]!.id]]);
    expect([stamp === first.stamp, (await ask(part, 'orders')).stamp]).toEqual([false, first.stamp]);
  });
  test('an order that leaves the department, and a caregiver who leaves the hospital, is a reason to begin anew, and is not told', async () => {
    const no = await life.made();
    const { first } = await built(part);
    expect(await ask(part, 'orders', { since: first.at })).toMatchObject({ reset: false });
    const { id: departmentId, wardId, bedId } = life.place.departments[1]!;
    await life.done(no, 'edit', { departmentId, wardId, bedId });
    expect(await ask(part, 'orders', { since: first.at })).toMatchObject({ reset: true, text: '' });
    expect((await built(part)).lines.has(no)).toBe(false);
    expect(await ask(life.client.resident, 'orders', { since: first.at })).toMatchObject({ reset: false });

    const carer = await life.kit.caregiver('走', [life.place]);
    const { status } = await life.client.ops.post(`/caregivers/${carer.no}/post`, { body: { version: 1, postings: [{ hospitalId: life.foreign.hospitalId, from: dayFromNow(0), to: null }] } });
    expect(status).toBe(200);
    expect(await ask(life.client.resident, 'caregivers', { since: first.at })).toMatchObject({ reset: true, text: '' });
    expect((await ask(life.client.ops, 'caregivers', { since: first.at })).text).toContain(carer.no);
  });
});

describe('what changed', () => {
  test('changes are lines, what ended is its number with a dash; too long ago or too many is to begin anew', async () => {
    const [stays, ends] = [await life.made(), await life.made()];
    const { first } = await built(life.client.ops);
    await pass(60_000);
    expect((await ask(life.client.ops, 'orders', { since: first.at })).text).toBe('');
    await life.done(stays, 'edit', { diagnosis: '某' });
    await life.done(ends, 'cancel', { reason: '不需要' });
    const { text, reset } = await ask(life.client.ops, 'orders', { since: first.at });
    expect([reset, text.split('\n').map((line) => [line.split('\t')[0], line.split('\t').at(-1)])]).toEqual([false, [[`-${ends}`, `-${ends}`], [stays, '2']]]);
    for (const [minutes, anew] of [[14, false], [16, true]] as const) expect([minutes, (await ask(life.client.ops, 'orders', { since: new Date(Date.now() - minutes * 60_000).toISOString() })).reset]).toEqual([minutes, anew]);

    await come(INDEX.changes + 1);
    expect(await ask(life.client.ops, 'caregivers', { since: new Date().toISOString() })).toMatchObject({ reset: true, text: '' });
    await go();
  });
  test('what was written just before the last answer, and committed after it, is not lost', async () => {
    const no = await life.kit.order(life.place);
    await life.api.rows(`update care_order set updated_at = now() - interval '8 seconds' where order_no = $1`, [no]);
    expect((await ask(life.client.ops, 'orders', { since: new Date().toISOString() })).text).toContain(no);
  });
  test('pages meet without gap or overlap, and what is too old for the index is said to be left out', async () => {
    await come(INDEX.page + 7);
    const own = await ask(life.client.ops, 'caregivers');
    const { lines } = await built(life.client.ops, 'caregivers');
    const [{ n }] = (await life.api.rows<{ n: number }>(`select count(*)::int as n from caregiver where deleted_at is null and status not in ('left', 'blacklisted')`)) as [{ n: number }];
    expect([lines.size, own.text.split('\n').length, own.next?.split('.')[1], own.cut]).toEqual([n, INDEX.page, '1', false]);
    const last = await ask(life.client.ops, 'caregivers', { after: own.next!.replace('.1', `.${INDEX.pages - 1}`) });
    expect([last.next, last.cut]).toEqual([null, false]);
    const full = await ask(life.client.ops, 'caregivers', { after: `999999999.${INDEX.pages - 1}` });
    expect([full.next, full.cut, full.text.split('\n').length]).toEqual([null, true, INDEX.page]);
    await go();
  });
  test('random events: what was read once, with what changed since, is what one reads now', async () => {
    const carers = [await life.carer('随一'), await life.carer('随二')];
    const nos: string[] = [];
    const readers = { admin: life.client.admin, resident: life.client.resident, part };
    const kept = new Map<string, { lines: Lines; at: string; stamp: string }>();
    const compared = { told: 0, anew: 0 };
    const events: Record<string, (no: string) => Promise<unknown>> = {
      made: async () => nos.push(await life.made({}, life.client.resident)),
      foreign: () => life.kit.order(life.foreign),
      named: (no) => life.does(no, 'edit', { patientName: `改${nos.length}${Math.random()}` }),
      inner: (no) => life.does(no, 'edit', { departmentId: life.place.departments[1]!.id, wardId: null, bedId: null }),
      outer: (no) => life.does(no, 'edit', { departmentId: life.place.departments[0]!.id, wardId: null, bedId: null }),
      assign: (no) => life.does(no, 'assign', { caregiverNo: carers[0]!.no }),
      pay: (no) => life.does(no, 'pay', { amountFen: 30_000, method: 'cash' }),
      start: (no) => life.does(no, 'start'),
      complete: (no) => life.does(no, 'complete', { reason: '出院' }),
      settle: (no) => life.does(no, 'settle', { method: 'cash' }),
      cancel: (no) => life.does(no, 'cancel', { reason: '不需要' }),
      undo: (no) => life.does(no, 'undo'),
      expired: async (no) => {
        await life.api.rows(`update care_order set actual_end_at = now() - interval '40 days' where order_no = $1 and eval_state = 'open'`, [no]);
        await sweep(life.api.database.db);
      },
      leave: async () => life.client.ops.post(`/caregivers/${carers[1]!.no}/suspend`, { body: { version: await versionOf(), reason: '某' } }),
      back: async () => life.client.ops.post(`/caregivers/${carers[1]!.no}/reinstate`, { body: { version: await versionOf(), reason: '某' } }),
      posted: async () => life.client.ops.post(`/caregivers/${carers[1]!.no}/post`, { body: { version: await versionOf(), postings: [{ hospitalId: Math.random() < 0.5 ? life.foreign.hospitalId : life.place.hospitalId, from: dayFromNow(0), to: null }] } }),
      renamed: async () => {
        const [{ id, version }] = (await life.api.rows<{ id: string; version: number }>('select id::text, version from hospital_bed where id = $1', [life.place.departments[0]!.bedId])) as [{ id: string; version: number }];
        await life.client.admin.put(`/hospitals/beds/${id}`, { body: { bedNo: `R${version}`, kind: 'normal', status: 1, version } });
      },
      unposted: async () => life.client.ops.post(`/caregivers/${carers[1]!.no}/undo`, { body: { version: await versionOf() } }),
    };
    const versionOf = async (): Promise<number> => (await life.api.rows<{ version: number }>('select version from caregiver where staff_no = $1', [carers[1]!.no]))[0]!.version;
    for (let n = 0; n < 4; n += 1) nos.push(await life.made());
    const kinds = Object.keys(events);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat()), { minLength: 4, maxLength: 12 }), async (steps) => {
        // far enough ago that only these steps are changes
        await pass(30_000);
        for (const [name, who] of Object.entries(readers)) for (const kind of KINDS) {
          const { lines, first } = await built(who, kind);
          kept.set(`${name} ${kind}`, { lines, at: first.at, stamp: first.stamp });
        }
        for (const [name, at] of steps) await events[name]!(nos[at % nos.length]!);
        for (const [name, who] of Object.entries(readers)) for (const kind of KINDS) {
          const was = kept.get(`${name} ${kind}`)!;
          const page = await ask(who, kind, { since: was.at, stamp: was.stamp });
          const now = (await built(who, kind)).lines;
          compared[page.reset ? 'anew' : 'told'] += 1;
          if (page.reset) continue;
          take(was.lines, page);
          expect([name, kind, sorted(was.lines)]).toEqual([name, kind, sorted(now)]);
        }
      }),
      { numRuns: 12 },
    );
    expect(compared.told).toBeGreaterThan(compared.anew);
  }, 120_000);
});
