// Pages whose head stands although what they show did not come.
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import BookPage from '../../src/areas/book/system.book.page.tsx';
import ServicePage from '../../src/areas/book/system.service.page.tsx';
import BedPage from '../../src/areas/order/order.bed.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';

const VIEWER: SignedIn = { userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: [] };
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  answerBy(() => refuse({ status: 500, code: 500, message: '系统出错' }));
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => leave());

test.each([['/system/book', '价格与节假日', BookPage], ['/system/service', '服务项目', ServicePage], ['/order/bed', '床位图', BedPage]])('%s has its heading once', async (at, title, View) => {
  navigate(at, { replace: true });
  render(<LocaleProvider><View /></LocaleProvider>);
  await waitFor(() => expect(screen.getByText('系统出错')).toBeTruthy());
  expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual([title]);
});
