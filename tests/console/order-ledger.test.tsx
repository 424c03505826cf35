// The number by which the other side knows a payment was typed to be found again: on the record, and on the receipt.
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '../../src/areas/order/contract.ts';
import { Money } from '../../src/areas/order/money.tsx';
import { Receipt } from '../../src/areas/order/receipt.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter } from '../kit/console.ts';
import { DETAIL } from '../kit/shown-order.ts';

let leave = async (): Promise<void> => {};
beforeEach(async () => {
  answerBy(() => ({ dictCode: 'pay_method', version: 1, items: [] }));
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
test('a refund says to whom the money goes; on paper a stay has its year', () => {
  const refund = { ...entry(null), kind: 'refund', amountFen: -10_000, payer: '王丽' } as const;
  render(<LocaleProvider><Receipt detail={{ ...DETAIL, plannedStart: '2026-11-01', plannedEnd: '2026-11-05' }} entry={refund} /></LocaleProvider>);
  expect([screen.getByRole('heading').textContent, screen.getByText('收款人').nextSibling?.textContent, screen.queryByText('付款人')]).toEqual(['退款凭证', '王丽', null]);
  expect(screen.getByText('起止').nextSibling?.textContent).toBe('2026/11/1 – 2026/11/5');
});
