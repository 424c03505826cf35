import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountForm } from '../../src/areas/account/account.form.tsx';
import { changedFields, draftOf, rebased } from '../../src/areas/account/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, refuse, type Refusal, type Sent } from '../kit/console.ts';

const STORED = { id: '12', username: 'zhang', nickname: '张三', gender: 1, role: 3, mobile: '13800000001', email: null, status: 1, hospitals: [{ hospitalId: '5', departmentIds: ['51'] }], version: 4 };
const sent: Sent[] = [];
let stored: typeof STORED;
/** What the next write answers, or null for "done". */
let refusal: Refusal | null;
let leave = async (): Promise<void> => {};
const answerOf = (path: string): unknown => {
  if (path.endsWith('/sys/options')) return [{ id: 'operation', label: '运营' }, { id: 'inpatient_manager', label: '驻院管理' }, { id: 'hospital', label: '医院方' }];
  if (path.endsWith('/hospitals/options')) return [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }];
  if (path.endsWith('/getHospitalInfo/9')) return refuse({ status: 404, code: 40400, message: '没有找到' });
  const other = /getHospitalInfo\/([678])/.exec(path)?.[1];
  if (other !== undefined) return [{ value: other, label: `第${'二七八'[Number(other) - 6]!}医院`, children: [] }];
  if (path.includes('/getHospitalInfo/')) return [{ value: '5', label: '第一医院', children: [{ value: '51', label: '内科' }, { value: '52', label: '外科' }, { value: '53', label: '老科室', disabled: true }] }];
  if (path.endsWith('/form')) return stored;
  if (path.endsWith('/create')) return { id: '99', password: 'Once-only-1' };
  return { ...stored, version: stored.version + 1 };
};
beforeEach(async () => {
  sent.length = 0;
  stored = STORED;
  refusal = null;
  answerBy((call) => {
    if (call.method !== 'GET') {
      sent.push(call);
      if (refusal !== null) return refuse(refusal);
    }
    return answerOf(call.path);
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['sys:user:add', 'sys:user:edit'] });
});
afterEach(() => leave());
async function open(id: string | null) {
  const told = { onCreated: vi.fn(), onSaved: vi.fn(), onStale: vi.fn(), onClose: vi.fn() };
  const view = render(<LocaleProvider><AccountForm id={id} {...told} /></LocaleProvider>);
  await waitFor(() => expect(screen.getByLabelText('姓名')).toBeTruthy());
  await act(async () => {});
  return { ...told, ...view };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
/** Ctrl+Enter in the form. */
const send = async (): Promise<void> => {
  await act(async () => void fireEvent.keyDown(field('姓名'), { key: 'Enter', ctrlKey: true }));
  await act(async () => {});
};
const escape = (): void => void fireEvent(document.querySelector('dialog')!, new Event('cancel', { cancelable: true }));

test('what is wrong is said under its field, the first such field has the focus, and nothing is sent', async () => {
  await open(null);
  type('账号', '9');
  type('手机', '123');
  await send();
  expect(document.activeElement).toBe(field('账号'));
  for (const [label, words] of [['账号', /以字母开头/], ['姓名', /填写姓名/], ['角色', /选择角色/], ['手机', /11 位手机号/]] as const) {
    const wrong = field(label);
    expect([label, wrong.getAttribute('aria-invalid'), words.test(document.getElementById(wrong.getAttribute('aria-describedby')!)!.textContent)]).toEqual([label, 'true', true]);
  }
  expect(field('邮箱').getAttribute('aria-invalid')).toBe('false');
  expect(sent).toEqual([]);
});
test('only roles that may be granted are offered, and the data scope only where a role has one', async () => {
  await open(null);
  await waitFor(() => expect([...within(field('角色')).getAllByRole('option')].map((option) => option.textContent)).toEqual(['未选择', '运营', '驻院管理', '医院方']));
  type('角色', '2');
  expect(screen.queryByRole('group')).toBeNull();
  type('角色', '4');
  expect(await screen.findByLabelText('第二医院')).toBeTruthy();
});
test('roles that do not come are told with why, and can be asked for again', async () => {
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => (url.includes('/sys/options') ? refuse({ status: 503, code: 50300, message: '系统繁忙' }) : answer(url, init)));
  await open(null);
  expect((await screen.findByRole('alert')).textContent).toContain('系统繁忙');
  vi.stubGlobal('fetch', answer);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '重试' })));
  await waitFor(() => expect([within(field('角色')).getAllByRole('option').length, screen.queryByRole('alert')]).toEqual([4, null]));
});
test('a new account goes out whole and its password comes back', async () => {
  const { onCreated } = await open(null);
  type('账号', 'wang');
  type('姓名', '王五');
  type('角色', '3');
  fireEvent.click(await screen.findByLabelText('第一医院'));
  fireEvent.click(await screen.findByLabelText('外科'));
  await send();
  expect(sent.map(({ path, body }) => [path, body])).toEqual([['/sys/users/create', { username: 'wang', nickname: '王五', gender: 0, role: 3, mobile: null, email: null, hospitals: [{ hospitalId: '5', departmentIds: ['52'] }], status: 1 }]]);
  expect(onCreated).toHaveBeenCalledWith({ id: '99', password: 'Once-only-1' }, expect.objectContaining({ username: 'wang' }));
});
test('a second try is the same intention, other content is another one', async () => {
  const { onSaved } = await open('12');
  refusal = { status: 503, code: 50300, message: '数据库暂不可用，稍后再试' };
  type('姓名', '张三丰');
  await send();
  expect(screen.getByRole('alert').textContent).toContain('数据库暂不可用');
  await send();
  type('姓名', '张大');
  refusal = null;
  await send();
  const [first, second, third] = sent.map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second === first, third === first]).toEqual([true, false]);
  expect(sent.map(({ body }) => body['nickname'])).toEqual(['张三丰', '张三丰', '张大']);
  expect(onSaved).toHaveBeenCalledTimes(1);
});
test.each([[40903, '已被使用：手机', '手机'], [40903, '已被使用：账号', '账号'], [40905, '不能对自己的账号这样做', '角色']])('the refusal %i “%s” is said at its field, which has the focus', async (code, message, label) => {
  await open(null);
  for (const [name, value] of [['账号', 'wang'], ['姓名', '王五'], ['角色', '2'], ['手机', '13900000000']] as const) type(name, value);
  refusal = { status: 409, code, message };
  await send();
  expect(screen.getByRole('alert').textContent).toBe(message);
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field(label));
  expect(field('姓名').value).toBe('王五');
});
test('of one’s own account role, phone and mailbox are only read, and it says where they are changed', async () => {
  stored = { ...STORED, id: '2' };
  await open('2');
  expect([field('角色').disabled, field('手机').readOnly, field('邮箱').readOnly, field('姓名').readOnly]).toEqual([true, true, true, false]);
  expect(['手机', '邮箱', '角色'].map((label) => document.getElementById(field(label).getAttribute('aria-describedby')!)?.textContent)).toEqual(['请到个人中心修改', '请到个人中心修改', '自己的角色要由别人修改']);
});
test('someone else changed it: what changed is said, what was typed stays, the rest follows, and the next try goes over the new version', async () => {
  const { onSaved } = await open('12');
  type('姓名', '张三丰');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' };
  stored = { ...STORED, nickname: '张小三', mobile: '13811111111', version: 7 };
  await send();
  await waitFor(() => expect(screen.getByText('姓名：张三 → 张小三')).toBeTruthy());
  expect(screen.getByText('手机：13800000001 → 13811111111')).toBeTruthy();
  expect([field('姓名').value, field('手机').value]).toEqual(['张三丰', '13811111111']);
  refusal = null;
  await send();
  expect(sent.at(-1)!.body).toMatchObject({ nickname: '张三丰', mobile: '13811111111', version: 7 });
  expect(onSaved).toHaveBeenCalledTimes(1);
});
test('a data scope that someone else changed is told by hospital, with its departments by name', async () => {
  stored = { ...STORED, hospitals: [{ hospitalId: '5', departmentIds: ['51'] }, { hospitalId: '6', departmentIds: [] }, { hospitalId: '7', departmentIds: [] }] };
  await open('12');
  type('姓名', '张三丰');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' };
  stored = { ...stored, hospitals: [{ hospitalId: '5', departmentIds: ['51', '53'] }, { hospitalId: '6', departmentIds: ['61'] }, { hospitalId: '8', departmentIds: [] }, { hospitalId: '9', departmentIds: ['91'] }], version: 7 };
  await send();
  const lines = () => [...screen.getByText(/别人刚刚改过/).parentElement!.querySelectorAll('li')].map(({ textContent }) => textContent);
  await waitFor(() => expect(lines()).toEqual(['第一医院：内科 → 内科、老科室', '第二医院：整家医院 → 61', '第七医院：整家医院 → —', '第八医院：— → 整家医院', '医院 9：— → 91'].map((line) => `数据范围 · ${line}`)));
});
test('what one did to the account oneself meanwhile is no one else’s change: the draft goes on over the new version', async () => {
  const first = await open('12');
  type('姓名', '张三丰');
  first.unmount();
  // disabled from the same drawer
  stored = { ...STORED, status: 0, version: 5 };
  const { onSaved } = await open('12');
  await send();
  expect(sent.at(-1)!.body).toMatchObject({ nickname: '张三丰', version: 5 });
  expect(onSaved).toHaveBeenCalledTimes(1);
});
test('a conflict over nothing that this form changes is no question: it goes out again by itself', async () => {
  const { onSaved } = await open('12');
  type('姓名', '张三丰');
  stored = { ...STORED, status: 0, version: 9 };
  refusal = { status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' };
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const reply = await answer(url, init);
    if (init.method !== 'GET') refusal = null;
    return reply;
  });
  await send();
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(sent.map(({ body }) => body['version'])).toEqual([4, 9]);
  expect(screen.queryByText(/别人刚刚改过/)).toBeNull();
});
test('Escape asks only when something was typed; what was typed outlives the drawer until it is thrown away', async () => {
  const first = await open('12');
  escape();
  expect(first.onClose).toHaveBeenCalledTimes(1);
  type('姓名', '张三丰');
  escape();
  fireEvent.click(screen.getByRole('button', { name: '继续填写' }));
  expect(field('姓名').value).toBe('张三丰');
  first.unmount();
  const second = await open('12');
  expect(field('姓名').value).toBe('张三丰');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('张三丰');
  escape();
  fireEvent.click(screen.getByRole('button', { name: '放弃' }));
  expect(second.onClose).toHaveBeenCalledTimes(1);
  second.unmount();
  await open('12');
  expect(field('姓名').value).toBe('张三');
});
test('a record that does not come can be asked for again', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, code: 40400, message: '没有找到，或不在你的数据范围内', result: null }), { status: 404 }));
  render(<LocaleProvider><AccountForm id="12" onCreated={() => {}} onSaved={() => {}} onStale={() => {}} onClose={() => {}} /></LocaleProvider>);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('没有找到，或不在你的数据范围内'));
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy();
});
test('a department that is switched off is offered to nobody, and can be taken from who has it', async () => {
  stored = { ...STORED, hospitals: [{ hospitalId: '5', departmentIds: ['51', '53'] }] };
  await open('12');
  fireEvent.click(await screen.findByLabelText('老科室 已停用'));
  // a wrong press can be taken back while the form is open
  expect(field('老科室 已停用').checked).toBe(false);
  await send();
  expect(sent[0]!.body).toMatchObject({ hospitals: [{ hospitalId: '5', departmentIds: ['51'] }] });
});
test('the last department of a hospital takes the hospital along, never gives all of it', async () => {
  stored = { ...STORED, hospitals: [{ hospitalId: '5', departmentIds: ['53'] }] };
  await open('12');
  const last = await screen.findByLabelText<HTMLInputElement>('老科室 已停用');
  last.focus();
  fireEvent.click(last);
  expect([field('第一医院').checked, last.checked, document.activeElement]).toEqual([false, false, last]);
  expect(screen.getByText(/这家医院不再包括在内/)).toBeTruthy();
  fireEvent.click(last);
  expect([field('第一医院').checked, last.checked]).toEqual([true, true]);
  fireEvent.click(last);
  await send();
  // as it is stored again
  fireEvent.click(last);
  fireEvent.click(field('第一医院'));
  expect(screen.getByText(/^整家医院/)).toBeTruthy();
  await send();
  expect(sent.map(({ body }) => body['hospitals'])).toEqual([[], [{ hospitalId: '5', departmentIds: [] }]]);
});
test('a hospital that is given back has the departments that it had, one that is offered no longer too', async () => {
  stored = { ...STORED, hospitals: [{ hospitalId: '5', departmentIds: ['51'] }, { hospitalId: '9', departmentIds: ['91'] }] };
  await open('12');
  for (const name of ['第一医院', '已停用的医院 9']) {
    fireEvent.click(await screen.findByLabelText(name));
    fireEvent.click(field(name));
  }
  type('姓名', '张四');
  await send();
  expect(sent[0]!.body['hospitals']).toEqual(stored.hospitals);
});
test('what was left alone follows a newer record, what was typed does not', () => {
  const draft = draftOf(STORED);
  const typed = { ...draft, typed: { ...draft.typed, email: 'a@b.cn' } };
  const next = rebased(typed, { ...STORED, email: 'c@d.cn', role: 4, version: 9 });
  expect([next.typed.email, next.typed.role, next.version, changedFields(next.typed, next.base)]).toEqual(['a@b.cn', '4', 9, ['email']]);
});
