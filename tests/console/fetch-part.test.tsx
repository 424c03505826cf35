// A part of the console that cannot be fetched: tried again, told, and fetched once more when the server is back.
import { Suspense } from 'react';
import { readdirSync, readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPart, fetchUnasked, late, PartLost } from '../../src/ui/fetch-part.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { beforeLoss, holdUnsaved, STAYS } from '../../src/ui/leave.ts';
import { connectionStands, network, onBack } from '../../src/ui/network.ts';
import { loadAhead } from '../../src/ui/page.ts';
import { LONG, SLOW, wait } from '../../src/ui/slow.ts';
import { SlowNote } from '../../src/ui/slow-note.tsx';
import { setWordsGate } from '../../src/ui/words-gate.ts';
import { setWork } from '../../src/ui/work.ts';

const unfetched = (): TypeError => new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
/** Whether the browser would ask before the tab closes. */
const tabAsks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
let answers = true;
const reload = vi.fn();
beforeEach(() => {
  history.replaceState(null, '', '#/order/index');
  vi.stubGlobal('fetch', async () => (answers ? new Response('{}') : Promise.reject(new TypeError('fetch failed'))));
  vi.spyOn(location, 'reload').mockImplementation(reload);
  reload.mockClear();
  answers = true;
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  connectionStands();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a fetch that failed once is nothing to speak of', async () => {
  const load = vi.fn().mockRejectedValueOnce(unfetched()).mockResolvedValueOnce('part');
  expect(await fetchPart(load, true)).toBe('part');
  expect([load.mock.calls.length, reload.mock.calls.length, network().since]).toEqual([2, 0, null]);
});
test('what a module throws while it runs is a fault of ours: not tried again, not taken for the network', async () => {
  const load = vi.fn().mockRejectedValue(new TypeError('x is not a function'));
  await expect(fetchPart(load, true)).rejects.toThrow('x is not a function');
  expect([load.mock.calls.length, network().since]).toEqual([1, null]);
});
test('without a server: told, and a later call fetches again', async () => {
  answers = false;
  const load = vi.fn().mockRejectedValueOnce(unfetched()).mockRejectedValueOnce(unfetched()).mockResolvedValueOnce('part');
  await expect(fetchPart(load, true)).rejects.toMatchObject({ name: 'PartLost', answers: false });
  expect([network().since !== null, reload.mock.calls.length]).toEqual([true, 0]);
  expect(await fetchPart(load, true)).toBe('part');
});
// before any reload, after which the browser asks nothing for a while
test('not in the middle of what is being done to several', async () => {
  setWork({ words: '派护工', left: 3, away: true, stop: async () => {} });
  await expect(fetchPart(() => Promise.reject(unfetched()), true)).rejects.toMatchObject({ answers: true });
  expect([reload.mock.calls.length, tabAsks()]).toEqual([0, true]);
  // signing out asks in words of its own, and only once
  const out = vi.fn();
  beforeLoss(out);
  expect(out).toHaveBeenCalledOnce();
  setWork(null);
  expect(tabAsks()).toBe(false);
});
test('a server that answers without the part has a newer console: it is loaded, once for an address', async () => {
  fetchPart(() => Promise.reject(unfetched()), true).catch(() => {});
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(fetchPart(() => Promise.reject(unfetched()), true)).rejects.toMatchObject({ answers: true });
  expect(reload).toHaveBeenCalledTimes(1);
});
test('not over what somebody has typed', async () => {
  const release = holdUnsaved(() => true);
  await expect(fetchPart(() => Promise.reject(unfetched()), true)).rejects.toBeInstanceOf(PartLost);
  expect(reload).not.toHaveBeenCalled();
  release();
  // a draft is kept through it
  const kept = holdUnsaved(() => true, { kept: true });
  fetchPart(() => Promise.reject(unfetched()), true).catch(() => {});
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  kept();
});
test('a page that was to be reloaded and stays says what did not come, and the browser asks again', async () => {
  vi.useFakeTimers();
  const lost = vi.fn();
  fetchPart(() => Promise.reject(unfetched()), true).catch(lost);
  await vi.advanceTimersByTimeAsync(1);
  const release = holdUnsaved(() => true);
  expect([reload.mock.calls.length, lost.mock.calls.length, tabAsks()]).toEqual([1, 0, false]);
  await vi.advanceTimersByTimeAsync(STAYS);
  expect([lost.mock.calls[0]![0] instanceof PartLost, tabAsks()]).toEqual([true, true]);
  release();
});
test('what nobody waits for is told to nobody: no reload, no banner, no word of slowness', async () => {
  vi.useFakeTimers();
  fetchUnasked(() => new Promise(() => {}), true).catch(() => {});
  await vi.advanceTimersByTimeAsync(SLOW);
  expect(wait()).toBe('no');
  const load = vi.fn().mockRejectedValue(unfetched());
  await loadAhead({ path: '/x', chunk: 'x', load, early: true });
  // its words neither, which are fetched with it
  let waits: boolean | null = null;
  setWordsGate(async (asked) => {
    waits = asked;
    throw unfetched();
  });
  await loadAhead({ path: '/x', chunk: 'x', load: async () => ({ default: () => null }) });
  answers = false;
  await loadAhead({ path: '/x', chunk: 'x', load });
  expect([reload.mock.calls.length, network().since, waits]).toEqual([0, null, false]);
  setWordsGate(async () => {});
});
test('one that hangs can be asked for by a reload, in a page that has no other way', async () => {
  vi.useFakeTimers();
  let come = (): void => {};
  const part = fetchPart(() => new Promise<void>((done) => (come = done)), true);
  await activate('zh-cn');
  render(<LocaleProvider><SlowNote /></LocaleProvider>);
  await act(() => vi.advanceTimersByTimeAsync(LONG));
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['重新加载']);
  fireEvent.click(screen.getByRole('button'));
  expect(reload).toHaveBeenCalledTimes(1);
  come();
  await act(() => part);
  expect(screen.queryByRole('button')).toBeNull();
});
test('while the server is away it is looked for again and again, without any page', async () => {
  vi.useFakeTimers();
  answers = false;
  const load = vi.fn().mockRejectedValueOnce(unfetched()).mockRejectedValueOnce(unfetched());
  await expect(fetchPart(load, true)).rejects.toBeInstanceOf(PartLost);
  const back = vi.fn();
  const deaf = onBack(back);
  await vi.advanceTimersByTimeAsync(12_000);
  expect([network().since !== null, back.mock.calls.length]).toEqual([true, 0]);
  answers = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([network().since, back.mock.calls.length]).toEqual([null, 1]);
  deaf();
});
test('a component waits until the server is back, and is then here by itself', async () => {
  answers = false;
  const load = vi.fn().mockRejectedValueOnce(unfetched()).mockRejectedValueOnce(unfetched()).mockResolvedValueOnce({ default: () => <p>表单</p> });
  const Form = late(load);
  render(<Suspense fallback="正在载入"><Form /></Suspense>);
  await vi.waitFor(() => expect(network().since).not.toBeNull());
  expect(screen.queryByText('表单')).toBeNull();
  answers = true;
  await act(async () => connectionStands());
  expect(await screen.findByText('表单')).toBeTruthy();
});

// `part` (ui/language.tsx) and `worded` (login page) are short for the one or the other
test('there is no other way to fetch a part', () => {
  const files = ['src/ui', 'src/areas'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name}`)).concat('src/index.tsx');
  expect(files.length).toBeGreaterThan(300);
  const plain = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/typeof import\(/g, '');
    return [...text.matchAll(/.*\bimport\(.*/g)].map(([line]) => line).filter((line) => !/\b(?:fetchPart|fetchUnasked|fetchContract|late|worded|part)\((?:async )?\(\) => (?:await )?import\(/.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  // the generated list of pages (src/areas.gen.ts) goes through loadPage, which goes through here
  expect(plain).toEqual([]);
});
