import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chosen, enter, freshPalette, headings, ids, marked, noOf, page, records, startPalette, tick } from '../kit/palette.tsx';

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
test('of a number whose kind is said that kind is first: a phone before an order that ends so, a staff number’s caregivers alone, the tail of an identity card among patients', async () => {
  const s = await startPalette();
  // its number ends as the phone of another does
  await act(async () => s.index.feed('order', page([['PH26112291028', '方一', '5555'], ['PH26112290001', '秦二', '1028'], ['PH26112292002', '秦三', '2002']].map(([no, name, tail]) => [no, name, tail, '', 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t')).join('\n'))));
  await tick();
  const found = async (text: string): Promise<unknown[]> => {
    await enter(['Control+k', ...text]);
    const shown = records();
    await enter(['Escape', 'Escape']);
    return shown;
  };
  expect(await found('1028')).toEqual(['order:PH26112291028', 'order:PH26112290001', `order:${noOf(28)}`]);
  expect((await found('手机尾号 1028'))[0]).not.toBe('order:PH26112291028');
  expect((await found('phone 1028')).toSorted()).toEqual((await found('1028')).toSorted());
  expect([await found('工号 2002'), await found('staff no 2002'), await found('秦三 尾号2002'), await found('患者 尾号2002'), await found('秦三，手机 2002')]).toEqual([['caregiver:HG2002'], ['caregiver:HG2002'], ['order:PH26112292002'], ['order:PH26112292002'], ['order:PH26112292002']]);
  for (const text of ['身份证尾号 1028', 'id number 1028']) {
    const before = s.asked.length;
    await enter(['Control+k', ...text]);
    expect(s.asked.slice(before).filter(({ q }) => q === '1028').map(({ id }) => id)).toEqual(expect.arrayContaining(['patient', 'caregiver']));
    await s.last('caregiver').answer([]);
    await s.last('patient').answer([{ id: 'patient:8', title: '周一', detail: '', to: '/order/index?patientId=8', why: 'phone' }, { id: 'patient:9', title: '周二', detail: '', to: '/order/index?patientId=9', why: 'identity' }]);
    expect([ids(), headings()]).toEqual([['patient:9', 'patient:8'], ['患者']]);
    await enter(['Escape', 'Escape']);
  }
});
test('a command that begins with the name of a kind is found by it', async () => {
  await startPalette();
  await enter(['Control+k', ...'护工管理']);
  expect(ids()[0]).toBe('caregiver.open');
});
