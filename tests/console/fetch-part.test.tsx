// A part of the console that cannot be fetched: tried again, told, and fetched once more when the server is back.
import { Suspense } from 'react';
import { readdirSync, readFileSync } from 'node:fs';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPart, late, PartLost } from '../../src/ui/fetch-part.ts';
import { holdUnsaved } from '../../src/ui/leave.ts';
import { connectionStands, network } from '../../src/ui/network.ts';

const unfetched = (): TypeError => new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
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
test('a server that answers without the part has a newer console: it is loaded, once for an address', async () => {
  void fetchPart(() => Promise.reject(unfetched()), true);
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
  void fetchPart(() => Promise.reject(unfetched()), true);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  kept();
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
    return [...text.matchAll(/.*\bimport\(.*/g)].map(([line]) => line).filter((line) => !/\b(?:fetchPart|fetchContract|late|worded|part)\((?:async )?\(\) => (?:await )?import\(/.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  // the generated list of pages (src/areas.gen.ts) goes through loadPage, which goes through here
  expect(plain).toEqual([]);
});
