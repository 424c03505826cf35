import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { freshPalette, PAUSE, startPalette } from '../kit/palette.tsx';
import { type } from '../kit/typist.ts';

// Servers that answer with labour, as one small machine that is everything does.
freshPalette();
afterEach(() => void vi.useRealTimers());
/** So many ms go by. */
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('where most of the latest answers took long, the servers are asked when the keys rest; where they do not, at each again', async () => {
  const { asked, settle } = await startPalette();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  type(['Control+k']);
  await pass(1_000);
  const texts = () => [...new Set(asked.map(({ q }) => q))];
  /** Types a key and has the servers answer what they are asked so many ms later. */
  const answered = async (key: string, ms: number) => {
    type([key]);
    await pass(PAUSE);
    await pass(ms);
    await settle([]);
  };
  for (const key of '100') await answered(key, 70);
  const before = asked.length;
  for (const key of '07') {
    type([key]);
    await pass(110);
  }
  expect(asked.length).toBe(before);
  await pass(PAUSE);
  expect(texts().at(-1)).toBe('10007');
  await settle([]);
  for (let n = 0; n < 4; n += 1) await answered('Backspace', 0);
  const quick = asked.length;
  type(['w']);
  await pass(30);
  expect(asked.length).toBe(quick + 2);
});
