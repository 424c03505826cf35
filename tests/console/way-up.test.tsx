// What lies below a hospital leads back to the hospitals, by its link and by Esc.
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import BookPage from '../../src/areas/book/system.book.page.tsx';
import DepartmentPage from '../../src/areas/department/system.department.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { rememberList } from '../../src/ui/list/place.ts';
import { currentHref, navigate } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { answerBy, enter } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const VIEWER: SignedIn = { userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: [] };
let leave = async (): Promise<void> => {};
afterEach(() => leave());

test.each([['/system/department?hospitalId=5', DepartmentPage], ['/system/book?hospital=5', BookPage]] as const)('%s', async (address, Page) => {
  answerBy(({ path }) => {
    if (path.endsWith('/hospitals/options')) return [{ id: '5', name: '第一医院' }];
    if (path.endsWith('/book')) return { id: '5', name: '第一医院', status: 1, holidays: [], common: [], shifts: { day: null, night: null }, services: [] };
    return { list: [], total: 0, pageNum: 1, pageSize: 100, version: 1, items: [], dictCode: 'x' };
  });
  leave = await enter(VIEWER, VIEWER.allowed);
  rememberList('/system/hospital', { sort: '-name' });
  navigate(address);
  render(<LocaleProvider><Page /></LocaleProvider>);
  const link = await waitFor(() => screen.getByRole('link', { name: /医院管理/ }));
  expect([link.getAttribute('href'), link.getAttribute('aria-keyshortcuts')]).toEqual(['#/system/hospital?sort=-name', 'Escape Backspace']);
  await act(async () => void press('Escape'));
  expect(currentHref()).toBe('/system/hospital?sort=-name');
});
