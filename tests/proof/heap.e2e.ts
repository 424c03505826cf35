// Fifty navigations over all pages leave little behind.
import { expect, test } from '../browser/test.ts';
import { calm, enter, go, stopsOf } from '../browser/walk.ts';

/** Bytes that may be held more after the fifty than before them (issue 7), code and caches of the pages included. */
const MOST = 20 * 1024 * 1024;
const NAVIGATIONS = 50;

test('fifty navigations over all pages hold less than 20 MB more', async ({ page }, info) => {
  test.setTimeout(600_000);
  const stops = stopsOf(await enter(page)).filter(({ bare }) => !bare);
  const tools = await page.context().newCDPSession(page);
  const held = async (): Promise<{ bytes: number; nodes: number }> => {
    await calm(page);
    await tools.send('HeapProfiler.collectGarbage');
    await tools.send('HeapProfiler.collectGarbage');
    return { bytes: (await tools.send('Runtime.getHeapUsage')).usedSize, nodes: (await tools.send('Memory.getDOMCounters')).nodes };
  };
  await go(page, stops.find(({ at }) => at === '/dashboard')!);
  const before = await held();
  for (let n = 0; n < NAVIGATIONS; n += 1) await go(page, stops[n % stops.length]!);
  await go(page, stops.find(({ at }) => at === '/dashboard')!);
  const after = await held();
  info.annotations.push({ type: 'heap', description: `${(before.bytes / 1e6).toFixed(1)} → ${(after.bytes / 1e6).toFixed(1)} MB, ${before.nodes} → ${after.nodes} nodes` });
  console.log(info.annotations.at(-1)!.description);
  expect(after.bytes - before.bytes).toBeLessThan(MOST);
});
