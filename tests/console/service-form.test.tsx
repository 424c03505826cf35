import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ServiceRow } from '../../src/areas/book/contract.ts';
import { ServiceForm } from '../../src/areas/book/service.form.tsx';
import { setDictionarySource, type DictionaryItem } from '../../src/ui/dictionary-source.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';

const item = (value: string, label: string, status: number) => ({ value, label, labelEn: null, tag: null, status });
const CODES: Record<string, readonly DictionaryItem[]> = {
  care_mode: [item('one_to_one', '一对一', 0), item('one_to_many', '一对多', 1), item('many_to_one', '多对一', 1), item('two_to_two', '二对二', 1)],
  coverage: [item('full24', '全天', 1), item('day', '白班', 1), item('night', '夜班', 0)],
};
const ROW = { id: '9', code: 'A', name: '陪护', careMode: 'one_to_one', maxPatients: 1, coverage: 'night', dependency: null, description: null, status: 1, used: false, version: 1 } as ServiceRow;
const offered = (label: string): string[] => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
beforeEach(() => {
  setDictionarySource(async (code) => CODES[code]!);
});
const show = (row: ServiceRow | null): void => void render(<LocaleProvider><ServiceForm page="/system/service" row={row} onSaved={() => {}} onClose={() => {}} /></LocaleProvider>);

test('a service offers what is on of its mode and hours, and what one stands on already', async () => {
  show(null);
  await waitFor(() => expect(offered('服务方式')).toEqual(['一对多', '多对一']));
  expect(offered('时段')).toEqual(['全天', '白班']);
});
test('what a service stands on stays, also when it is switched off', async () => {
  show(ROW);
  await waitFor(() => expect(offered('服务方式')).toEqual(['一对一', '一对多', '多对一']));
  expect([offered('时段'), screen.getByLabelText<HTMLSelectElement>('时段').value]).toEqual([['夜班', '全天', '白班'], 'night']);
});
