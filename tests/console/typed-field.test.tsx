import { useState, type FormEvent } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Choice, Choices } from '../../src/ui/choice.ts';
import { Combobox } from '../../src/ui/combobox.tsx';
import { DayField } from '../../src/ui/day-field.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { MoneyField } from '../../src/ui/money-field.tsx';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import { sendByKey } from '../../src/ui/submit.ts';
import { press, type } from '../kit/typist.ts';

beforeEach(async () => activate('zh-cn'));
const WARDS: readonly Choice[] = [
  { value: '1', label: '神经内科一病区', keywords: ['shen jing nei ke yi bing qu'] }, { value: '2', label: '骨科病区' }, { value: '3', label: '呼吸科病区', refused: '已停用' },
];
function Box({ choices, told, lost }: { choices: Choices<Choice>; told: (choice: Choice | null) => void; lost?: string }) {
  const [value, setValue] = useState<Choice | null>(null);
  return <LocaleProvider><Combobox label="病区" name="ward" value={value} choices={choices} error={null} {...(lost && { lost })} onChange={(choice) => { setValue(choice); told(choice); }} /><button type="button">后面</button><button type="button" onClick={() => setValue(WARDS[1]!)}>别处选了</button></LocaleProvider>;
}
const box = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('combobox');
const shown = (): string[] => screen.queryAllByRole('option').map((one) => one.textContent);
const marked = (): string | undefined => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
function start(choices: Choices<Choice> = WARDS, lost?: string) {
  const told = vi.fn();
  render(<Box choices={choices} told={told} {...(lost && { lost })} />);
  act(() => box().focus());
  return told;
}

test('a list is closed until one types, points or presses an arrow', () => {
  start();
  expect(box().getAttribute('aria-expanded')).toBe('false');
  press('ArrowDown');
  expect(box().getAttribute('aria-expanded')).toBe('true');
  expect(shown()).toHaveLength(3);
});
test('typing narrows by words and pinyin, Enter takes what is marked and goes no further', () => {
  const told = start();
  type('sjnk');
  expect(shown()).toEqual(['神经内科一病区']);
  expect(press('Enter')).toBe(false);
  expect(told.mock.calls).toEqual([[WARDS[0]]]);
  expect(box().value).toBe('神经内科一病区');
  // closed: Enter is the form's own again
  expect(press('Enter')).toBe(true);
});
test('what may not be chosen is in sight with its reason and is not taken', () => {
  const told = start();
  press('ArrowDown');
  press('ArrowUp');
  expect(marked()).toBe('呼吸科病区已停用');
  press('Enter');
  expect(told).not.toHaveBeenCalled();
  expect(box().getAttribute('aria-expanded')).toBe('true');
});
test('Esc closes the list only and throws away what was typed; closed, it is left to the form', () => {
  start();
  type('骨');
  expect(press('Escape')).toBe(false);
  expect(box().value).toBe('');
  expect(press('Escape')).toBe(true);
});
test.each(['by key', 'by mouse'])('a form is not sent %s over a text that was typed and not taken: it stays, and the field says so until it is', (how) => {
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  // keys of its fields: it is no control itself
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
  render(<form onSubmit={sent} onKeyDown={sendByKey}><Box choices={WARDS} told={vi.fn()} /><button type="submit">保存</button></form>);
  const send = (): void => {
    if (how === 'by key') return void press('Control+Enter');
    act(() => screen.getByRole('button', { name: '保存' }).focus());
    act(() => screen.getByRole('button', { name: '保存' }).click());
  };
  act(() => box().focus());
  type('sjnk');
  send();
  expect([sent.mock.calls.length, box().value, screen.queryByText('先从列表里选定一项') !== null, box().getAttribute('aria-expanded'), document.activeElement]).toEqual([0, 'sjnk', true, 'false', box()]);
  press('Enter');
  expect([box().value, screen.queryByText('先从列表里选定一项')]).toEqual(['神经内科一病区', null]);
  send();
  expect(sent).toHaveBeenCalledTimes(1);
});
test('what was typed and not taken stays when one leaves, and says so; Esc, or another choice, puts it right', () => {
  start();
  type('骨科');
  act(() => screen.getByRole('button', { name: '后面' }).focus());
  expect([box().value, box().getAttribute('aria-invalid'), box().getAttribute('aria-expanded')]).toEqual(['骨科', 'true', 'false']);
  act(() => box().focus());
  expect(press('Escape')).toBe(false);
  expect([box().value, box().getAttribute('aria-invalid')]).toEqual(['', 'false']);
  type('骨科');
  expect(box().getAttribute('aria-invalid')).toBe('false');
  act(() => screen.getByRole('button', { name: '后面' }).focus());
  act(() => screen.getByRole('button', { name: '别处选了' }).click());
  expect([box().value, box().getAttribute('aria-invalid')]).toEqual(['骨科病区', 'false']);
});
test('what was typed and not taken holds nothing where it is what is chosen, a blank, or in a field that one cannot get to any more; of several the first has the focus', () => {
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  function Form() {
    const [off, setOff] = useState(false);
    return <LocaleProvider><form onSubmit={sent}><Combobox label="甲" name="a" value={WARDS[1]!} choices={WARDS} error={null} onChange={() => {}} /><Combobox label="乙" name="b" value={null} choices={WARDS} error={null} disabled={off} onChange={() => {}} /><button type="submit">保存</button><button type="button" onClick={() => setOff(true)}>关</button></form></LocaleProvider>;
  }
  render(<Form />);
  const field = (name: string): HTMLInputElement => screen.getByRole('combobox', { name });
  const write = (name: string, text: string): void => act(() => {
    field(name).focus();
    fireEvent.change(field(name), { target: { value: text } });
  });
  const save = (): void => act(() => screen.getByRole('button', { name: '保存' }).click());
  write('甲', '骨科');
  write('甲', '骨科病区');
  write('乙', ' ');
  act(() => screen.getByRole('button', { name: '关' }).focus());
  expect([field('甲').getAttribute('aria-invalid'), field('乙').value]).toEqual(['false', '']);
  save();
  expect(sent).toHaveBeenCalledTimes(1);
  write('乙', '骨');
  write('甲', '骨');
  act(() => screen.getByRole('button', { name: '关' }).focus());
  save();
  expect([sent.mock.calls.length, document.activeElement]).toEqual([1, field('甲')]);
  press('Escape');
  act(() => screen.getByRole('button', { name: '关' }).click());
  expect([field('甲').value, field('乙').value]).toEqual(['骨科病区', '']);
  save();
  expect(sent).toHaveBeenCalledTimes(2);
});
test('who comes back to what was typed and not taken goes through it and takes nothing; Enter takes what it means, not what an older text did', async () => {
  vi.useFakeTimers();
  const told = start(async (text) => WARDS.filter(({ label }) => label.startsWith(text)));
  const later = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(200)));
  for (const text of ['呼', '骨']) {
    act(() => void fireEvent.change(box(), { target: { value: text } }));
    if (text === '呼') await later();
    act(() => screen.getByRole('button', { name: '后面' }).focus());
    act(() => box().focus());
  }
  press('Tab');
  await later();
  expect([told.mock.calls, box().value]).toEqual([[], '骨']);
  press('Enter');
  await later();
  vi.useRealTimers();
  expect([told.mock.calls, box().value]).toEqual([[[WARDS[1]]], '骨科病区']);
});
test('Enter before the answer is there takes the best of it when it comes, even after leaving', async () => {
  vi.useFakeTimers();
  const told = start(async (text) => (text === 'gk' ? [WARDS[2]!, WARDS[1]!] : WARDS));
  type('gk');
  press('Tab');
  act(() => screen.getByRole('button', { name: '后面' }).focus());
  expect(told).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  expect(told.mock.calls).toEqual([[WARDS[1]]]);
  expect(box().value).toBe('骨科病区');
});
test('an answer that comes late for an older text is not shown, and a failure says why', async () => {
  vi.useFakeTimers();
  const answers: ((found: Choice[]) => void)[] = [];
  start((text) => (text === 'ab' ? Promise.reject(new Error('服务器没有回应')) : new Promise((done) => void answers.push(done))));
  type('a');
  await act(async () => vi.advanceTimersByTimeAsync(200));
  type('b');
  await act(async () => answers.forEach((answer) => answer([...WARDS])));
  expect(shown()).toEqual([]);
  await act(async () => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  expect(screen.getByRole('alert').textContent).toBe('服务器没有回应');
});
test('an emptied field chooses nothing', () => {
  const told = start();
  type('骨');
  press('Enter');
  act(() => void fireEvent.change(box(), { target: { value: '' } }));
  expect(told.mock.lastCall).toEqual([null]);
  act(() => box().blur());
  expect([box().value, box().getAttribute('aria-invalid')]).toEqual(['', 'false']);
});
test.each(['Enter', 'Tab'])('where nobody is what was typed must be corrected: %s says so under the field, before the answer too, and the text stays', async (key) => {
  vi.useFakeTimers();
  const told = start(async (text) => WARDS.filter(({ label }) => label.startsWith(text)), '没有这个病区');
  for (const early of [true, false]) {
    type(early ? '无' : '人');
    if (!early) await act(async () => vi.advanceTimersByTimeAsync(200));
    press(key);
    if (key === 'Tab') act(() => screen.getByRole('button', { name: '后面' }).focus());
    await act(async () => vi.advanceTimersByTimeAsync(200));
    const words = early ? '无' : '无人';
    expect([box().value, box().getAttribute('aria-invalid'), document.getElementById(box().getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent]).toEqual([words, 'true', '没有这个病区']);
    act(() => box().focus());
  }
  act(() => void fireEvent.change(box(), { target: { value: '骨科' } }));
  expect(box().getAttribute('aria-invalid')).toBe('false');
  await act(async () => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  press('Enter');
  expect([told.mock.calls, box().value]).toEqual([[[WARDS[1]]], '骨科病区']);
});

function Day({ told }: { told: (day: string | null) => void }) {
  const [value, setValue] = useState<string | null>(null);
  const [half, setHalf] = useState<'AM' | 'PM'>('AM');
  return <LocaleProvider><DayField label="开始" name="start" value={value} error={null} half={{ value: half, onChange: setHalf, words: { AM: '上午起', PM: '下午起' } }} onChange={(day) => { setValue(day); told(day); }} /></LocaleProvider>;
}
test('a day is typed, says its weekday, takes its half, and is written out when one leaves', () => {
  const told = vi.fn();
  render(<Day told={told} />);
  const field = screen.getByLabelText<HTMLInputElement>('开始');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: '2026-12-25 下午' } });
  expect(told.mock.lastCall).toEqual(['2026-12-25']);
  expect(screen.getByText(/2026年12月25日星期五/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('开始：上午或下午').value).toBe('PM');
  press('ArrowUp');
  expect(field.value).toBe('2026-12-26');
  fireEvent.change(field, { target: { value: '+3' } });
  act(() => field.blur());
  expect(field.value).toBe(dayAfter(todayThere(), 3));
  fireEvent.change(field, { target: { value: '哪天' } });
  expect(field.getAttribute('aria-invalid')).toBe('false');
  act(() => void fireEvent.blur(field));
  expect([field.value, told.mock.lastCall, field.getAttribute('aria-invalid')]).toEqual(['哪天', [null], 'true']);
});
function Money({ told }: { told: (fen: number | null) => void }) {
  const [value, setValue] = useState<number | null>(null);
  return <LocaleProvider><MoneyField label="金额" name="amount" value={value} error={null} onChange={(fen) => { setValue(fen); told(fen); }} /><button type="button" onClick={() => setValue(9_900)}>全额</button></LocaleProvider>;
}
test('yuan are typed and fen are kept; a value from outside is shown', () => {
  const told = vi.fn();
  render(<Money told={told} />);
  const field = screen.getByLabelText<HTMLInputElement>('金额');
  fireEvent.change(field, { target: { value: '1,234.5' } });
  expect([told.mock.lastCall, field.value]).toEqual([[123_450], '1,234.5']);
  // what is pasted with the blanks before it is not cut to another amount
  expect(field.maxLength).toBeGreaterThan(40);
  fireEvent.change(field, { target: { value: '1.234' } });
  fireEvent.blur(field);
  expect([told.mock.lastCall, field.getAttribute('aria-invalid')]).toEqual([[null], 'true']);
  fireEvent.click(screen.getByRole('button', { name: '全额' }));
  expect(field.value).toBe('99');
});
