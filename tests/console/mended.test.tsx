// What is said of a field goes when the field changes, and what is said of a whole form when anything in it does; both come back if it is sent and still so.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountForm } from '../../src/areas/account/account.form.tsx';
import { Contacts } from '../../src/areas/account/contact.form.tsx';
import { ProfileForm } from '../../src/areas/account/profile.form.tsx';
import { HospitalForm } from '../../src/areas/hospital/hospital.form.tsx';
import type { OrderDetail } from '../../src/areas/order/contract.ts';
import PayForm from '../../src/areas/order/pay.form.tsx';
import RefundRequestForm from '../../src/areas/order/refund-request.form.tsx';
import LostPhone from '../../src/areas/session/lost-phone.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { connectionLost, connectionStands } from '../../src/ui/network.ts';
import { answerBy, enter, refuse, type Refusal } from '../kit/console.ts';

const DETAIL = { orderNo: 'PH26112100001', version: 4, payableFen: 30_000, paidFen: 40_000, refundedFen: 0, balanceFen: -5_000, stints: [], evaluations: [], refunds: [] } as unknown as OrderDetail;
const PROFILE = { userId: '2', username: 'ops', nickname: '运营', gender: 1, avatar: null, mobile: null, email: null, role: 2, version: 3 } as unknown as Parameters<typeof ProfileForm>[0]['stored'];
/** What a write answers: `lost` for nothing at all. */
let refusal: Refusal | 'lost';
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  refusal = 'lost';
  answerBy(({ method, path }) => {
    if (method === 'GET' && !path.endsWith('-code')) return path === '/sys/options' ? [{ id: 'operation', label: '运营' }] : [];
    if (refusal === 'lost') throw new TypeError('lost');
    return refuse(refusal);
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['sys:user:add', 'sys:user:edit'] });
});
afterEach(() => leave());
async function open(form: ReactElement): Promise<void> {
  render(<LocaleProvider>{form}</LocaleProvider>);
  await act(async () => {});
}
const verb = { detail: DETAIL, version: 4, leave: () => {}, done: () => {}, touch: () => {}, why: null };
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)!;
const type = (name: string, value: string) => act(async () => void fireEvent.input(field(name), { target: { value } }));
async function send(): Promise<void> {
  await act(async () => void fireEvent.keyDown(document.querySelector('form')!, { key: 'Enter', ctrlKey: true }));
  await act(async () => {});
}
const says = (words: string | RegExp): boolean => screen.queryByText(words) !== null;
const invalid = (name: string): boolean => field(name).getAttribute('aria-invalid') === 'true';

test.each([['words that were', RefundRequestForm, 'reason', '写明原因', '提前出院', ''], ['an amount that was', PayForm, 'amount', '填写大于 0 的金额', '12', '0']] as const)('%s missing: said until something is typed, and again when it is sent and still wrong', async (_, Form, name, words, good, bad) => {
  await open(<Form {...verb} />);
  await send();
  expect([says(words), invalid(name)]).toEqual([true, true]);
  await type(name, good);
  expect([says(words), invalid(name)]).toEqual([false, false]);
  await type(name, bad);
  expect([says(words), invalid(name)]).toEqual([false, false]);
  await send();
  expect([says(words), invalid(name)]).toEqual([true, true]);
});
test('what the server refused in a field goes with what was typed there, not with another field, and is said again when it refuses again', async () => {
  await open(<Contacts profile={PROFILE} onChanged={() => {}} />);
  await act(async () => screen.getByRole('button', { name: '绑定 手机' }).click());
  await type('contact', '13800000001');
  await type('code', '111111');
  refusal = { status: 400, code: 40003, message: '验证码不对' };
  for (const code of ['222222', '333333']) {
    await send();
    expect([says('验证码不对'), invalid('code')]).toEqual([true, true]);
    await type('contact', `1380000${code.slice(0, 4)}`);
    expect([says('验证码不对'), invalid('code')]).toEqual([true, true]);
    await type('code', code);
    expect([says('验证码不对'), invalid('code')]).toEqual([false, false]);
  }
});
test.each<[string, () => ReactElement, string, string, string]>([
  ['a phone to bind', () => <Contacts profile={PROFILE} onChanged={() => {}} />, 'contact', '输入 11 位手机号', '13800000001'],
  ['a lost phone', () => <LostPhone username="" onDone={() => {}} onClose={() => {}} />, 'userName', '输入账号', 'ops'],
])('asking for a code is an attempt too: what is missing, and why none was sent, is said each time, and what was refused before no more: %s', async (_, form, name, missing, good) => {
  await open(form());
  await act(async () => screen.queryByRole('button', { name: '绑定 手机' })?.click());
  const ask = () => act(async () => screen.getByRole('button', { name: /^(发送验证码|再发一次)$/ }).click());
  for (const part of [' ', '  ']) {
    await ask();
    expect([says(missing), invalid(name)]).toEqual([true, true]);
    await type(name, part);
    expect(says(missing)).toBe(false);
  }
  await type(name, good);
  for (const code of ['111111', '222222']) {
    refusal = { status: 503, code: 50300, message: '系统繁忙' };
    await ask();
    expect([says('系统繁忙'), says('验证码不对'), invalid('code')]).toEqual([true, false, true]);
    await type('code', code);
    expect(says('系统繁忙')).toBe(false);
    if (name !== 'contact') await type('phone', '13800000001');
    refusal = { status: 400, code: 40003, message: '验证码不对' };
    await send();
    expect([says('验证码不对'), says('系统繁忙')]).toEqual([true, false]);
    await type('code', '');
  }
});
const UNKNOWN = '不确定有没有办成，原样再提交一次，不会重复办理';
test.each<[string, () => void, string]>([
  ['the connection was lost', () => (refusal = 'lost'), `网络不通。${UNKNOWN}`],
  ['what stands before the server had no answer of it', () => (refusal = { status: 502, code: 0, message: '' }), `系统出错。${UNKNOWN}`],
  ['the server refused', () => (refusal = { status: 503, code: 50300, message: '系统繁忙' }), '系统繁忙'],
  ['nothing was sent', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    connectionLost();
  }, '网络已断开，没有发送。恢复后再试'],
])('a write that was not answered may have been done, and is not done twice: %s', async (_, given, words) => {
  given();
  await open(<RefundRequestForm {...verb} />);
  await type('reason', '提前出院');
  await send();
  expect([...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)).toContain(words);
  vi.restoreAllMocks();
  connectionStands();
});
test('where nobody is signed in yet a repeat is not told from a new call: it is not said to be safe', async () => {
  await open(<LostPhone username="ops" onDone={() => {}} onClose={() => {}} />);
  await type('code', '111111');
  await type('phone', '13800000001');
  await send();
  expect([...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)).toContain('网络不通。不确定有没有换成，先用密码登录看看');
});
test('a connection that was lost is said until something is typed, and again', async () => {
  await open(<RefundRequestForm {...verb} />);
  for (const words of ['提前出院', '家属要求']) {
    await type('reason', words);
    expect(says(/网络不通/)).toBe(false);
    await send();
    expect(says(/网络不通/)).toBe(true);
  }
});
test('an account’s form lets go of each field as it is mended, and of what failed as a whole', async () => {
  await open(<AccountForm id={null} onCreated={() => {}} onSaved={() => {}} onStale={() => {}} onClose={() => {}} />);
  await send();
  expect([invalid('username'), invalid('nickname')]).toEqual([true, true]);
  await type('username', 'wangfang');
  expect([invalid('username'), invalid('nickname')]).toEqual([false, true]);
  await type('nickname', '王芳');
  await waitFor(() => expect(field('role').textContent).toContain('运营'));
  await act(async () => void fireEvent.change(field('role'), { target: { value: '2' } }));
  await send();
  expect(says(/网络不通/)).toBe(true);
  await type('nickname', '王芳芳');
  expect(says(/网络不通/)).toBe(false);
});
test('so does a form of labelled fields', async () => {
  await open(<HospitalForm id={null} onSaved={() => {}} onClose={() => {}} />);
  await send();
  expect([invalid('name'), invalid('code')]).toEqual([true, true]);
  await type('name', '清江医院');
  expect([invalid('name'), invalid('code')]).toEqual([false, true]);
  await type('code', 'YY013');
  await send();
  expect(says(/网络不通/)).toBe(true);
  await type('name', '清江第一医院');
  expect(says(/网络不通/)).toBe(false);
  refusal = { status: 409, code: 40903, message: '已有相同的编码' };
  await send();
  expect(invalid('code')).toBe(true);
  await type('name', '清江医院');
  expect(invalid('code')).toBe(true);
  await type('code', 'YY014');
  expect([invalid('code'), says('已有相同的编码')]).toEqual([false, false]);
});
test('so does one’s own name', async () => {
  await open(<ProfileForm stored={PROFILE} onStale={() => {}} />);
  const name = () => screen.getByLabelText<HTMLInputElement>('姓名');
  const write = (value: string) => act(async () => void fireEvent.input(name(), { target: { value } }));
  await write('');
  await send();
  expect(name().getAttribute('aria-invalid')).toBe('true');
  await write('小王');
  expect(name().getAttribute('aria-invalid')).toBe('false');
  await send();
  await waitFor(() => expect(says(/网络不通/)).toBe(true));
  await write('小张');
  expect(says(/网络不通/)).toBe(false);
});
