import { expect, test } from 'vitest';
import { chosen, enter, freshPalette, ids, marked, records, startPalette } from '../kit/palette.tsx';

// What people call a record, before whom they mean.
freshPalette();

test.each([['护工 护王丽', '护王丽'], ['护工护王丽', '护王丽'], ['hugong huwangli', 'huwangli'], ['护王丽 护工', '护王丽'], ['Caregiver hwl', 'hwl']])('%s is that caregiver, of whom servers are asked %s, and no order', async (text, own) => {
  const s = await startPalette();
  await enter(['Control+k', ...text]);
  expect([records().filter((id) => id!.startsWith('order:')), chosen()]).toEqual([[], ['caregiver:HG2001']]);
  expect(marked('caregiver:HG2001')).toEqual(['护王丽']);
  expect(s.last('caregiver').q).toBe(own);
  expect(s.asked.filter(({ id, signal }) => id === 'order' && !signal.aborted)).toEqual([]);
});
test.each(['患者 王丽', '订单王丽', 'patient wangli'])('%s is whose orders they are', async (text) => {
  await startPalette();
  await enter(['Control+k', ...text]);
  expect(records().length).toBeGreaterThan(3);
  expect(records().every((id) => id!.startsWith('order:'))).toBe(true);
});
test('a command that begins with the name of a kind is found by it', async () => {
  await startPalette();
  await enter(['Control+k', ...'护工管理']);
  expect(ids()[0]).toBe('caregiver.open');
});
