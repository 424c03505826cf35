import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SelectField } from '../../src/ui/select-field.tsx';

const OPTIONS = [{ value: 'a', label: '甲' }, { value: 'b', label: '乙' }];
test('what is wrong with a choice is heard with it, and so is its hint; what is right says nothing', () => {
  const field = (error: string | null) => <SelectField label="等级" name="level" value="a" onChange={() => {}} options={OPTIONS} error={error} hint="按证书" />;
  const told = (): [string | null, string] => {
    const select = screen.getByRole('combobox', { name: '等级' });
    return [select.getAttribute('aria-invalid'), select.getAttribute('aria-describedby')!.split(' ').map((id) => document.getElementById(id)!.textContent).join('|')];
  };
  const { rerender } = render(field('选择等级'));
  expect(told()).toEqual(['true', '选择等级|按证书']);
  rerender(field(null));
  expect(told()).toEqual(['false', '|按证书']);
});
test('a value that is offered no longer stays chosen and in sight, and is the first', () => {
  render(<SelectField label="等级" name="level" value="gone" onChange={() => {}} options={OPTIONS} />);
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '等级' });
  expect([select.value, [...select.options].map(({ value }) => value)]).toEqual(['gone', ['gone', 'a', 'b']]);
});
