import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OWN_COMMANDS } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { toggleFigures, toggleHelp, useHelp } from '../../src/ui/help-state.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { Figures } from '../../src/ui/palette/figures.tsx';
import { useViewer } from '../../src/ui/session.ts';
import { DEFAULTS, getSetting, setSetting, SETTING_NAMES, shownSetting, startSettings } from '../../src/ui/setting.ts';
import { SettingHost } from '../../src/ui/setting/host.tsx';
import { Toaster } from '../../src/ui/toast.tsx';
import { enter } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] };
const html = document.documentElement;
let leave: () => Promise<void>;
let stop: () => void;
beforeEach(async () => {
  location.hash = '#/dashboard';
  leave = await enter(PERSON);
  stop = await startSettings();
  render(<LocaleProvider><button type="button">page</button><SettingHost /><Toaster /></LocaleProvider>);
});
afterEach(async () => {
  await leave();
  stop();
  cleanup();
  act(() => { for (const name of SETTING_NAMES) setSetting(name, DEFAULTS[name]); });
});
const run = (id: string): void => act(() => runCommand(OWN_COMMANDS.find((one) => one.id === id)!));
async function open(id = 'setting.open'): Promise<HTMLElement> {
  screen.getByText('page').focus();
  run(id);
  return screen.findByRole('dialog', { name: '设置' });
}
const choose = (group: string, choice: string): void => act(() => void fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name: choice })));
const checked = (group: string): string[] => within(screen.getByRole('group', { name: group })).getAllByRole<HTMLInputElement>('radio').filter((one) => one.checked).map((one) => one.value);
const type = (label: string, value: string): void => act(() => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const escape = (): void => act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));

test('all eleven and the watermark’s text are there; each choice is seen at once, Esc puts back', async () => {
  await open();
  expect(screen.getAllByRole('group').map((one) => one.querySelector('legend')?.textContent).filter(Boolean)).toEqual(['主题', '主题色', '语言', '大小', '菜单位置', '侧栏', '侧栏标志', '标签页', '水印']);
  expect([...screen.getByRole('dialog').querySelectorAll('dt')].map((one) => one.textContent)).toEqual(['设备', '当前的顶部菜单', '这两项']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: '跟随系统' })));
  choose('主题', '深色');
  choose('大小', '大');
  choose('标签页', '显示');
  choose('水印', '显示');
  expect([html.dataset['theme'], html.dataset['size'], checked('主题'), getSetting('theme'), localStorage.getItem('theme')]).toEqual(['dark', 'large', ['dark'], 'auto', null]);
  expect(screen.getByText('改了 4 项，保存后生效')).toBeTruthy();
  escape();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([html.dataset['theme'], html.dataset['size'], shownSetting('tagsView'), shownSetting('watermarkEnabled'), document.activeElement?.textContent]).toEqual(['light', 'default', false, false, 'page']);
});
test.each([['水印文字', '骨科'], ['从文字导入', 'theme=dark']])('%s that was typed is asked for before it is thrown away', async (label, value) => {
  await open();
  type(label, value);
  escape();
  const question = await screen.findByRole('alertdialog', { name: '放弃填写的内容？' });
  act(() => within(question).getByRole('button', { name: '继续填写' }).click());
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value);
  act(() => screen.getByRole('button', { name: '取消' }).click());
  act(() => within(screen.getByRole('alertdialog')).getByRole('button', { name: '放弃' }).click());
  expect([screen.queryByRole('dialog'), shownSetting('watermarkText')]).toEqual([null, '']);
});
test('Ctrl+Enter keeps all of them, and one undo takes all of them back', async () => {
  await open();
  choose('主题', '深色');
  choose('菜单位置', '在上');
  type('水印文字', ' 骨科 ');
  act(() => screen.getByRole('radio', { name: '在上' }).focus());
  press('Control+Enter');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([getSetting('theme'), getSetting('layout'), getSetting('watermarkText'), localStorage.getItem('layout')]).toEqual(['dark', 'top', '骨科', 'top']);
  await screen.findByText('已保存 3 项设置');
  act(() => setSetting('layout', 'mix'));
  await act(async () => screen.getByRole('button', { name: /撤销/ }).click());
  // what was chosen since stays
  expect([getSetting('theme'), getSetting('layout'), getSetting('watermarkText')]).toEqual(['auto', 'mix', '']);
});
test('any colour, seen while it is typed; half of one changes nothing and says how it is written', async () => {
  await open();
  type('其他颜色', 'D030');
  expect([html.style.getPropertyValue('--accent'), screen.getByText(/写成 #D03050 这样/).textContent]).toEqual(['', expect.anything()]);
  type('其他颜色', 'D03051');
  expect([shownSetting('themeColor'), html.style.getPropertyValue('--accent') !== '', screen.queryByText(/写成 #D03050 这样/)]).toEqual(['#D03051', true, null]);
  choose('主题色', '绿');
  expect([shownSetting('themeColor'), screen.getByLabelText<HTMLInputElement>('其他颜色').value]).toEqual(['#20804A', '']);
  escape();
  expect(html.style.getPropertyValue('--accent')).toBe('');
});
test('a colour that is typed sign by sign: of half a colour nothing stays, and it is not kept', async () => {
  await open();
  choose('主题色', '绿');
  for (const [text, shown] of [['#', '#20804A'], ['#D0', '#20804A'], ['#D03', '#D03'], ['#D030', '#20804A'], ['#D0305', '#20804A']] as const) {
    type('其他颜色', text);
    expect([text, shownSetting('themeColor')]).toEqual([text, shown]);
    expect(screen.getByLabelText<HTMLInputElement>('取色').value).toBe(shown === '#D03' ? '#dd0033' : '#20804a');
  }
  act(() => screen.getByRole('radio', { name: '绿' }).focus());
  press('Control+Enter');
  expect([screen.queryByRole('dialog') !== null, document.activeElement, getSetting('themeColor')]).toEqual([true, screen.getByLabelText('其他颜色'), '#4080FF']);
  type('其他颜色', '');
  press('Control+Enter');
  expect([screen.queryByRole('dialog'), getSetting('themeColor')]).toEqual([null, '#20804A']);
});
test('settings that were pasted are kept with all else; with a bad line one stays, and is where it is wrong', async () => {
  await open();
  choose('大小', '大');
  type('从文字导入', 'theme=dark\nlayout=right');
  press('Control+Enter');
  expect([screen.queryByRole('dialog') !== null, document.activeElement, getSetting('size'), getSetting('theme')]).toEqual([true, screen.getByLabelText('从文字导入'), 'default', 'auto']);
  type('从文字导入', 'theme=dark\n#'.padEnd(2_001, '界'));
  expect(screen.getByText('文字太长，最多 2,000 个字')).toBeTruthy();
  type('从文字导入', 'theme=dark\nlayout=top');
  press('Control+Enter');
  expect([screen.queryByRole('dialog'), getSetting('size'), getSetting('theme'), getSetting('layout')]).toEqual([null, 'large', 'dark', 'top']);
  await screen.findByText('已保存 3 项设置');
});
test('what is chosen after a text was looked at counts', async () => {
  await open();
  type('从文字导入', 'theme=dark\nsize=large');
  act(() => screen.getByRole('button', { name: '预览这 2 项' }).click());
  choose('大小', '默认');
  press('Control+Enter');
  expect([screen.queryByRole('dialog'), getSetting('size'), getSetting('theme')]).toEqual([null, 'default', 'dark']);
});
test('what another tab keeps counts here at once', async () => {
  await open();
  choose('主题', '深色');
  expect(screen.getByText('改了 1 项，保存后生效')).toBeTruthy();
  localStorage.setItem('theme', 'dark');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })));
  expect([screen.queryByText('改了 1 项，保存后生效'), screen.getByLabelText<HTMLTextAreaElement>('导出为文字').value.includes('theme=dark')]).toEqual([null, true]);
});
test('a text of settings: what would change is told first, a bad line is named and nothing is taken', async () => {
  await open();
  expect(screen.getByLabelText<HTMLTextAreaElement>('导出为文字').value.split('\n')).toEqual(expect.arrayContaining(['theme=auto', 'themeColor=#4080FF', 'watermarkText=']));
  type('从文字导入', 'theme=dark\nsize=huge');
  expect(screen.getByText('第 2 行：size 只能是 default / large / small')).toBeTruthy();
  act(() => screen.getByRole('button', { name: '改好上面的行再预览' }).click());
  expect(shownSetting('theme')).toBe('auto');
  type('从文字导入', 'theme=dark\nsize=large\nlayout=left');
  expect([screen.getByText('主题：跟随系统 → 深色'), screen.getByText('大小：默认 → 大'), shownSetting('theme')]).toEqual([expect.anything(), expect.anything(), 'auto']);
  act(() => screen.getByRole('button', { name: '预览这 2 项' }).click());
  expect([html.dataset['theme'], html.dataset['size'], getSetting('theme')]).toEqual(['dark', 'large', 'auto']);
  // the foot alone says that they are looked at and not kept
  expect([screen.queryByText('和现在的一样，没有要改的'), screen.queryByRole('button', { name: /预览这/ })]).toEqual([null, null]);
  await act(async () => screen.getByRole('button', { name: /保存/ }).click());
  expect([getSetting('theme'), getSetting('size')]).toEqual(['dark', 'large']);
});
test('what is wrong in a text of settings is spoken when one pauses, not at every key', async () => {
  await open();
  const spoken = () => [...document.querySelectorAll('dialog output')].map(({ textContent }) => textContent).join('');
  for (const text of ['s', 'si', 'size']) {
    type('从文字导入', text);
    expect([spoken(), screen.getByText('第 1 行：写成 名称=值') !== null]).toEqual(['', true]);
  }
  await waitFor(() => expect(spoken()).toBe('第 1 行：写成 名称=值'), { timeout: 2000 });
});
test('defaults are looked at in the drawer, and taken at once by the command, each with a way back', async () => {
  act(() => {
    setSetting('theme', 'dark');
    setSetting('watermarkText', '骨科');
  });
  await open();
  act(() => screen.getByRole('button', { name: '恢复默认' }).click());
  expect([html.dataset['theme'], getSetting('theme')]).toEqual(['light', 'dark']);
  escape();
  expect(html.dataset['theme']).toBe('dark');
  run('setting.reset');
  expect([getSetting('theme'), getSetting('watermarkText')]).toEqual(['auto', '']);
  await screen.findByText('已恢复 2 项默认设置');
  await act(async () => screen.getByRole('button', { name: /撤销/ }).click());
  expect([getSetting('theme'), getSetting('watermarkText')]).toEqual(['dark', '骨科']);
});
test('the command of the watermark’s text leads to its field; signing out puts back and closes', async () => {
  await open('watermark.text');
  expect(document.activeElement).toBe(screen.getByLabelText('水印文字'));
  choose('主题', '深色');
  await leave();
  expect([html.dataset['theme'], screen.queryByRole('dialog')]).toEqual(['light', null]);
});

const Keys = () => (useHelp() ? <i>keys</i> : null);
const Sheets = () => (useViewer() === null ? null : <><SettingHost /><Figures /><Keys /></>);
test.each(['settings', 'figures', 'keys'])('what stands open goes with the session, which takes its place along: the next person is met by no %s', async (what) => {
  cleanup();
  render(<LocaleProvider><Sheets /></LocaleProvider>);
  act(() => (what === 'settings' ? runCommand(OWN_COMMANDS.find(({ id }) => id === 'setting.open')!) : what === 'figures' ? toggleFigures() : toggleHelp()));
  if (what === 'keys') expect(screen.getByText('keys')).toBeTruthy();
  else await screen.findByRole('dialog');
  await leave();
  leave = await enter({ ...PERSON, userId: '8' });
  render(<LocaleProvider><Sheets /></LocaleProvider>);
  expect([screen.queryByRole('dialog'), screen.queryByText('keys')]).toEqual([null, null]);
});
test('the figures go with the page that they stand over', async () => {
  render(<LocaleProvider><Figures /></LocaleProvider>);
  act(toggleFigures);
  expect(screen.getByRole('dialog').textContent).toContain('查找的性能');
  await act(async () => navigate('/profile'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
