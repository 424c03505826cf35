// The number by which the other side knows a payment was typed to be found again: on the record, and on the receipt. What the server
// wrote into a record by itself is read in the reader's language.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Story } from '../../src/areas/caregiver/story.tsx';
import type { OrderDetail } from '../../src/areas/order/contract.ts';
import Explanation from '../../src/areas/order/explain.form.tsx';
import { Timeline } from '../../src/areas/order/life.tsx';
import { Money } from '../../src/areas/order/money.tsx';
import PayForm from '../../src/areas/order/pay.form.tsx';
import { Receipt } from '../../src/areas/order/receipt.tsx';
import OrderPage from '../../src/areas/order/order.$no.page.tsx';
import { Sheet } from '../../src/areas/order/sheet.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter } from '../kit/console.ts';
import { DETAIL, line } from '../kit/shown-order.ts';

const EXPLAINED = {
  days: [], daysFen: 0, adjustedFen: 0, payableFen: 0, paidFen: 0, refundedFen: 0, balanceFen: 0, caregiverPayFen: null, hospitalFeeFen: 0,
  adjustments: [['1', '撤销', '小周', 3], ['2', '撤销新建', '小周', 3], ['3', '撤销', '小李', 2], ['4', '家属撤销', '小周', 3]].map(([id, reason, by, hour]) => ({ id, kind: 'correction', amountFen: 0, reason, by, at: `2026-11-21T0${hour}:00:00Z` })),
};
let leave = async (): Promise<void> => {};
let detail = DETAIL;
beforeEach(async () => {
  answerBy(({ path }) => (path.endsWith('/explain') ? EXPLAINED : path.startsWith('/orders/') ? detail : { dictCode: 'pay_method', version: 1, items: [] }));
  leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(() => leave());
const entry = (externalNo: string | null): OrderDetail['ledger'][number] => ({ id: '1', kind: 'deposit', method: 'wechat', amountFen: 10_000, proofNo: 'SJ1', externalNo, payer: null, note: null, receivedBy: '小周', at: '2026-11-21T01:00:00Z' });

test.each([['4200001', 'wechat 4200001'], [null, 'wechat']])('%s', async (externalNo, method) => {
  const ledger = [entry(externalNo)];
  render(<LocaleProvider><Money row={DETAIL} more={{ ...DETAIL, ledger }} /><Receipt detail={DETAIL} entry={ledger[0]!} /></LocaleProvider>);
  expect(await screen.findByRole('cell', { name: method })).toBeTruthy();
  expect(screen.queryByText('流水号')?.nextSibling?.textContent ?? null).toBe(externalNo);
});
test.each([['in_service', '没有待收款，收到的是预付'], ['completed', '服务已完成，没有待收款，收到的要退还']] as const)('where nothing is owed, a payment says what it will be: %s', (serviceState, words) => {
  render(<LocaleProvider><PayForm detail={{ ...DETAIL, serviceState, balanceFen: 0 }} version={2} leave={() => {}} done={() => {}} touch={() => {}} why={null} /></LocaleProvider>);
  expect(screen.getByText(words)).toBeTruthy();
});
test('a refund says to whom the money goes; on paper a stay has its year', () => {
  const refund = { ...entry(null), kind: 'refund', amountFen: -10_000, payer: '王丽' } as const;
  render(<LocaleProvider><Receipt detail={{ ...DETAIL, plannedStart: '2026-11-01', plannedEnd: '2026-11-05' }} entry={refund} /></LocaleProvider>);
  expect([screen.getByRole('heading').textContent, screen.getByText('收款人').nextSibling?.textContent, screen.queryByText('付款人')]).toEqual(['退款凭证', '王丽', null]);
  expect(screen.getByText('起止').nextSibling?.textContent).toBe('2026/11/1 – 2026/11/5');
});
test('what ended before its planned end says so on paper: the receipt by the last day that was served, the sheet by when it began and ended', () => {
  const stint = { id: '1', caregiverNo: 'YG001', caregiverName: '王桂芳', from: '2026-10-31T16:00:00Z', to: '2026-11-03T16:00:00Z', exclusive: true, status: 'ended', reason: null } as const;
  const ended = { ...DETAIL, serviceState: 'completed', plannedStart: '2026-11-01', plannedEnd: '2026-11-05', stints: [stint], actualStartAt: '2026-11-01T01:00:00Z', actualEndAt: '2026-11-03T08:30:00Z', endReason: '出院' } as OrderDetail;
  const { unmount } = render(<LocaleProvider><Receipt detail={ended} entry={entry(null)} /></LocaleProvider>);
  expect(screen.getByText('起止').nextSibling?.textContent).toBe('2026/11/1 – 2026/11/3');
  unmount();
  const { unmount: gone } = render(<LocaleProvider><Receipt detail={{ ...ended, stints: [] }} entry={entry(null)} /></LocaleProvider>);
  expect(screen.getByText('起止').nextSibling?.textContent).toBe('2026/11/1 – 2026/11/3');
  gone();
  const printed = (detail: OrderDetail): (string | undefined)[] => {
    const { unmount: away } = render(<LocaleProvider><Sheet detail={detail} /></LocaleProvider>);
    const said = ['结束', '实际开始', '实际结束'].map((name) => screen.queryByText(name)?.nextSibling?.textContent ?? undefined);
    away();
    return said;
  };
  expect(printed(ended)).toEqual([expect.stringContaining('2026/11/5'), '2026/11/1 09:00', '2026/11/3 16:30']);
  expect(printed({ ...ended, actualStartAt: null, actualEndAt: null })).toEqual([expect.stringContaining('2026/11/5'), undefined, undefined]);
});
test('what the server wrote is said in the language of who reads, what a person wrote as they wrote it', async () => {
  const number = (name: string) => ({ before: { [name]: '138****2222' }, after: { [name]: '138****2222（号码已改）' } });
  const events = [line(1, 'edit', { reason: '患者资料在 PH26112100001 修改', ...number('patientMobile') }), line(2, 'edit', { reason: '患者资料在 PH26112100001 撤销修改' }), line(3, 'cancel', { to: 'cancelled', before: {}, after: { cancelReason: '撤销新建' } }), line(4, 'edit', { reason: '患者资料在出院前修改' }), line(5, 'refund-reject', { reason: '撤销' })];
  const undone = { ...DETAIL, timeline: [line(1, 'create'), line(2, 'undo', { to: 'cancelled', at: '2026-11-21T03:00:00Z' })] };
  const carer = { ...line(1, 'edit', number('mobile')), from: null, to: null } as unknown as Parameters<typeof Story>[0]['events'][number];
  render(<LocaleProvider><Timeline events={events} /><Story events={[carer]} /><Explanation detail={undone} version={2} leave={() => {}} done={() => {}} touch={() => {}} why={null} /></LocaleProvider>);
  await screen.findByText('撤销 · 小周');
  expect([screen.getAllByText(/138\*{4}2222 → 138\*{4}2222（号码已改）/).length, screen.queryAllByText(/PH26112100001 (撤销)?修改/).length]).toEqual([2, 2]);
  await act(() => activate('en'));
  for (const words of [/Patient edited on PH26112100001/, /Patient edit undone on PH26112100001/, 'New order undone · 小周', 'Undone · 小周', '撤销 · 小李', /: 撤销新建$/, '撤销', /患者资料在出院前修改/, '家属撤销 · 小周']) expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getAllByText(/138\*{4}2222 → 138\*{4}2222 \(changed\)/)).toHaveLength(2);
  await act(() => activate('zh-cn'));
});
test.each([['undo', 'pending_assign', 'New order undone'], ['cancel', 'assigned', '撤销新建'], ['undo', 'cancelled', '撤销新建']] as const)('why it was cancelled is the server’s word after a new order was taken back alone: %s of %s', async (event, from, said) => {
  detail = { ...DETAIL, serviceState: 'cancelled', cancelReason: '撤销新建', timeline: [line(1, 'create'), line(2, event, { from, to: 'cancelled' })] };
  await act(() => activate('en'));
  render(<LocaleProvider><OrderPage params={{ no: DETAIL.orderNo }} /></LocaleProvider>);
  expect((await screen.findByText('Reason for cancelling')).nextSibling?.textContent).toBe(said);
  await act(() => activate('zh-cn'));
});
