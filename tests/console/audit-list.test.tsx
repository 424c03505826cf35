// The list of the audit: what its export has besides the columns that are shown is named before it is asked for.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditList } from '../../src/areas/audit/audit-list.tsx';
import { AUDIT_BESIDE } from '../../src/areas/audit/contract.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter, type Sent } from '../kit/console.ts';

let leave = async (): Promise<void> => {};
let sent: Sent[];
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  sent = [];
  answerBy((call) => {
    sent.push(call);
    return { list: [], total: 0, pageNum: 1, pageSize: 100 };
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  navigate('/system/audit', { replace: true });
});
afterEach(() => leave());

test('the drawer names the columns that no list shows', async () => {
  render(<LocaleProvider><AuditList /></LocaleProvider>);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /导出/ })));
  const drawer = await screen.findByRole('dialog', { name: '导出' }, { timeout: 20_000 });
  expect(drawer.textContent).toContain('列、顺序和语言与列表相同');
  expect(/另加(.*?)。/.exec(drawer.textContent!)?.[1]?.split('、')).toEqual(['编号', '原因', '账号', '角色', '之前', '之后']);
  expect(AUDIT_BESIDE).toEqual(['entityId', 'error', 'username', 'role', 'before', 'after']);
});
