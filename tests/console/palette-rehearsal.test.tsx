import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { firstQuestions } from '../../src/ui/palette/ahead.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import type { SignedIn } from '../../src/ui/session.ts';
import { startPalette } from '../kit/palette.tsx';

const viewer: SignedIn = { userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/dashboard', '/order/index'] };
afterEach(() => {
  act(() => palette.send({ type: 'close' }));
  cleanup();
});

test('the palette is drawn once before it is opened: unseen, without an effect, and then it is gone', async () => {
  let drawn = 0;
  const done: string[] = [];
  const inPage: boolean[] = [];
  const Results = () => {
    drawn += 1;
    useLayoutEffect(() => void done.push('layout'));
    useEffect(() => void done.push('effect'));
    return <p ref={(is) => void (is !== null && inPage.push(document.contains(is)))}>rehearsed</p>;
  };
  render(<LocaleProvider><PaletteHost areas={[]} viewer={viewer} load={() => Promise.resolve({ default: Results })} index={null} /></LocaleProvider>);
  await waitFor(() => expect(drawn).toBeGreaterThan(0), { timeout: 20_000 });
  const once = drawn;
  expect([done, screen.queryByText('rehearsed'), document.querySelector('dialog')]).toEqual([[], null, null]);
  await act(() => new Promise((after) => setTimeout(after, 2_500)));
  expect([drawn, done, inPage.filter(Boolean)]).toEqual([once, [], []]);
});

test('what the first sign asks is answered before the palette is opened', async () => {
  const { index } = await startPalette();
  // each is asked once: a second time it would be at hand because of the first
  const atHand = firstQuestions().map((question) => () => {
    index.ask(question);
    return index.now()?.text === question.text;
  });
  await waitFor(() => expect(atHand.shift()?.()).toBe(true), { interval: 200, timeout: 6_000 });
  expect(palette.getSnapshot().matches('closed')).toBe(true);
});

test('once the index is whole, signs are typed into the unseen palette, which the index alone answers, and then nothing of it is left', async () => {
  const { index, asked } = await startPalette();
  const { ask, subscribe } = index;
  const typed: string[] = [];
  let listens = 0;
  index.ask = (question) => (typed.push(question.text), ask(question));
  index.subscribe = (listener) => {
    const leave = subscribe(listener);
    listens += 1;
    return () => ((listens -= 1), leave());
  };
  await waitFor(() => expect(typed).toEqual(expect.arrayContaining(['12', 'zh', '2'])), { interval: 200, timeout: 25_000 });
  await waitFor(() => expect(listens).toBe(0), { interval: 100, timeout: 5_000 });
  expect([asked, document.querySelector('dialog'), screen.queryAllByRole('option', { hidden: true })]).toEqual([[], null, []]);
  // what the first sign asks is at hand all the same
  const [first] = firstQuestions();
  index.ask(first!);
  expect(index.now()?.text).toBe(first!.text);
});
