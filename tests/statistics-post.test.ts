import { afterAll, beforeAll, expect, test } from 'vitest';
import { statistics } from '../src/areas/statistics/contract.ts';
import { dayFromNow, door } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

/* On which days caregivers were there to be given orders, and who counts where. */
let life: Life;
let ask: ReturnType<typeof door>;
beforeAll(async () => {
  life = await startLife();
  ask = door(life.api.database, 'all');
});
afterAll(() => life.api.close());

test('the past of who left, came back and was kept out stays as it was, whatever comes later', async () => {
  const one = await life.kit.caregiver('来去', [life.place], { certificate: '2099-01-01', hired_on: dayFromNow(-12) });
  const no = await life.made({ plannedStart: dayFromNow(-12), plannedEnd: dayFromNow(-1), endHalf: 'PM' });
  await life.done(no, 'assign', { caregiverNo: one.no });
  /** The days on which they were posted, counted from today: those that have a rate. */
  const posted = async (): Promise<number[]> => {
    const { series } = await ask(statistics.measures, { from: dayFromNow(-12), to: dayFromNow(-1), by: 'day', measures: 'utilisation', caregiver: one.no });
    return series.flatMap(({ values }, i) => (values.utilisation === null ? [] : [i - 12]));
  };
  const days = (from: number, to = -1): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  let status = 'active';
  const turn = async (day: number, event: string, to: string): Promise<void> => {
    await life.api.rows(`insert into caregiver_event (caregiver_id, version, event, from_status, to_status, at) values ($1, 2, $2, $3, $4, ($5::date + time '12:00') at time zone 'Asia/Shanghai')`, [one.id, event, status, to, dayFromNow(day)]);
    await life.api.rows('update caregiver set status = $2, left_on = $3 where id = $1', [one.id, to, to === 'left' ? dayFromNow(day) : null]);
    status = to;
  };
  expect(await posted()).toEqual(days(-12));
  await turn(-10, 'quit', 'left');
  expect(await posted()).toEqual(days(-12, -10));
  await turn(-8, 'rehire', 'pending');
  expect(await posted()).toEqual(days(-12, -10));
  await turn(-7, 'approve', 'active');
  const back = [...days(-12, -10), ...days(-7)];
  expect(await posted()).toEqual(back);
  await turn(-5, 'blacklist', 'blacklisted');
  const kept = [...days(-12, -10), ...days(-7, -6)];
  expect(await posted()).toEqual(kept);
  // looked at again: still out, and since the first time
  await turn(-4, 'blacklist', 'blacklisted');
  expect(await posted()).toEqual(kept);
  await turn(-3, 'unblacklist', 'pending');
  expect(await posted()).toEqual(kept);
  await turn(-2, 'approve', 'active');
  expect(await posted()).toEqual([...kept, -2, -1]);
  // an edit moves nobody
  await turn(-1, 'edit', 'active');
  expect(await posted()).toEqual([...kept, -2, -1]);
});

test('certificates that end, of one hospital, are told of that hospital alone', async () => {
  const ending = { certificate: dayFromNow(5) };
  await life.kit.caregiver('证一', [life.place, life.foreign], ending);
  await life.kit.caregiver('证二', [life.place], ending);
  await life.kit.caregiver('证三', [life.foreign], ending);
  const by = async (more: Record<string, string>) => (await ask(statistics.groups, { from: dayFromNow(0), to: dayFromNow(0), group: 'hospital', measures: 'certificatesEnding', ...more })).rows.map(({ id, values }) => [id, values.certificatesEnding]);
  const [here, there] = [life.place.hospitalId, life.foreign.hospitalId];
  expect(new Map((await by({})) as [string, number][])).toEqual(new Map([[here, 2], [there, 2]]));
  expect(await by({ hospital: here })).toEqual([[here, 2]]);
});
