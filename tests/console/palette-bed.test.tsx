import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FreeBed } from '../../src/areas/order/contract.ts';
import { enter, freshPalette, headings, ids, marked, old, startPalette } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// Beds in which nobody is: no order leads to them.
const BED: FreeBed = { id: '31', bedNo: '99', wardId: '9', wardName: '骨科一病区', departmentName: '骨科', hospitalId: '5', hospitalName: '锦和骨科医院' };
let asked: string[];
freshPalette();
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(url));
    return new Response(JSON.stringify({ success: true, code: 200, message: '', result: url.includes('/free-beds') ? [BED] : [], timestamp: 0 }), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each(['骨科 99床', '骨科99床', '骨科99', 'gk99', 'guke 99床', '骨科99A', '骨科 99A床', '骨科VIP9床'])('%s leads to that bed on the map, though nobody is in it', async (text) => {
  const s = await startPalette({ own: ['department'] });
  await enter(['Control+k', ...text]);
  await s.settle();
  await waitFor(() => expect(ids()).toEqual(['bed:31']));
  expect(asked.findLast((url) => url.includes('/free-beds'))).toContain(`?q=${text}`);
  // the number stands in the title, which is cut last, and what may be cut is the hospital
  expect(document.querySelector('[data-row="bed:31"]')!.textContent).toBe('床位图：骨科 · 99床锦和骨科医院 · 骨科一病区空床');
  expect(document.querySelector('[data-row="bed:31"] [class*=narrower]')!.textContent).toBe(' · 骨科一病区');
  press('Enter');
  expect(location.hash).toBe('#/order/bed?hospital=5&ward=9&bed=31');
});
test.each(['骨科 99 床', '骨科九十九床'])('of %s the department and the bed are marked, not the hospital that has the word in its name', async (text) => {
  const s = await startPalette({ own: ['department'] });
  await enter(['Control+k', ...text]);
  await s.settle();
  await waitFor(() => expect(marked('bed:31')).toEqual(['骨科', '99床']));
  expect(document.querySelector('[data-row="bed:31"] mark')!.parentElement!.textContent).toBe('床位图：骨科 · 99床');
});
test('beds stand above older orders', async () => {
  const s = await startPalette({ own: ['department'] });
  await enter(['Control+k', ...'骨科 99床']);
  await s.settle([old('PH2001010001')]);
  await waitFor(() => expect([ids(), headings()]).toEqual([['bed:31', 'order:PH2001010001'], ['更多床位', '更多订单']]));
});
test.each(['99床', '骨科', '王丽', '10042', 'gk', 'ph26', 'hg2001'])('%s names no bed with its place: nobody is asked for beds', async (text) => {
  const s = await startPalette({ own: ['department'] });
  await enter(['Control+k', ...text]);
  await s.settle();
  // a slow machine asks for what is typed on the way too
  expect(asked.filter((url) => url.includes(`/free-beds?q=${text}`))).toEqual([]);
});
