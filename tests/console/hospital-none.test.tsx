// Hospital 0 in an address means none, never all (domain.md, "Data scope").
import { render, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import UserPage from '../../src/areas/account/system.user.page.tsx';
import CertificatesPage from '../../src/areas/caregiver/caregiver.certificates.page.tsx';
import CaregiverIndexPage from '../../src/areas/caregiver/caregiver.index.page.tsx';
import RosterPage from '../../src/areas/caregiver/caregiver.roster.page.tsx';
import OrderIndexPage from '../../src/areas/order/order.index.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter, never } from '../kit/console.ts';

let leave = async (): Promise<void> => {};
afterEach(() => leave());

test.each([
  ['/order/index', '/orders', OrderIndexPage], ['/caregiver/index', '/caregivers', CaregiverIndexPage], ['/caregiver/roster', '/caregivers/roster', RosterPage], ['/caregiver/certificates', '/caregivers/board', CertificatesPage], ['/system/user', '/sys/users/list', UserPage],
])('%s asks for it', async (address, list, Page) => {
  const asked: (string | null)[] = [];
  answerBy(({ path, query }) => {
    if (path === '/hospitals/options') return [{ id: '5', name: '第一医院' }];
    if (path !== list) return never;
    asked.push(new URLSearchParams(query).get('hospitalId'));
    return { list: [], total: 0, pageNum: 1, pageSize: 100 };
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, { paths: [], redirects: {}, cached: [] });
  navigate(`${address}?hospitalId=0`, { replace: true });
  const { unmount } = render(<LocaleProvider><Page /></LocaleProvider>);
  await waitFor(() => expect(asked.length).toBeGreaterThan(0), { timeout: 3_000 });
  expect(new Set(asked)).toEqual(new Set(['0']));
  unmount();
});
