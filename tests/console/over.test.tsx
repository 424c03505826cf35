import { useState } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { App } from '../../src/ui/app.tsx';
import { navigate } from '../../src/ui/location.ts';
import type { PageProps } from '../../src/ui/page.ts';
import { enter } from '../kit/console.ts';

// An address below a record's own is that record with something over it: one page, which stays.
function Record({ params }: PageProps) {
  const [first] = useState(params['no']);
  return (
    <article>
      <h1>{first}</h1>
      <button type="button">{params['verb'] ?? 'plain'}</button>
    </article>
  );
}
const Sheet = () => <h1>sheet</h1>;
const page = (path: string, view: typeof Record) => ({ path, chunk: path, load: async () => ({ default: view }) });
const pages = [page('/login', Sheet), page('/404', Sheet), page('/dashboard', Sheet), page('/order/:no/print', Sheet), page('/order/:no', Record), page('/order/:no/:verb', Record)];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, allowedBy(routesOf(1)));
});
afterEach(() => leave());
const heading = async (words: string): Promise<HTMLElement> => {
  await waitFor(() => expect(document.querySelector('[data-page] h1')?.textContent).toBe(words));
  return document.querySelector<HTMLElement>('[data-page] h1')!;
};

test('the page stays while something opens and closes over it, with its focus; another record is another page', async () => {
  navigate('/order/A');
  render(<App areas={[]} pages={pages} />);
  const first = await heading('A');
  const button = screen.getByText('plain');
  act(() => button.focus());
  act(() => navigate('/order/A/start'));
  await screen.findByText('start');
  expect(document.querySelector('[data-page] h1')).toBe(first);
  expect(document.activeElement).toBe(button);
  act(() => navigate('/order/A'));
  await screen.findByText('plain');
  expect(document.querySelector('[data-page] h1')).toBe(first);
  // a name that only begins alike is another record
  act(() => navigate('/order/AB'));
  expect(await heading('AB')).not.toBe(first);
  act(() => navigate('/order/AB/print'));
  await heading('sheet');
  act(() => navigate('/order/C/start'));
  const deep = await heading('C');
  act(() => navigate('/order/C'));
  await screen.findByText('plain');
  expect(document.querySelector('[data-page] h1')).toBe(deep);
  expect(document.title).toContain('C');
});
