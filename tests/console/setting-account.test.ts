import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallFailure } from '../../src/ui/call.ts';
import { activate } from '../../src/ui/language.tsx';
import { DEFAULTS, getSetting, setSetting, startSettings, type SettingName, type Settings } from '../../src/ui/setting.ts';
import { followAccount } from '../../src/ui/setting-account.ts';
import { setSettingMemory, type AccountSettings } from '../../src/ui/setting-source.ts';
import { forgetChoices, unsentChoices } from '../../src/ui/setting-unsent.ts';

// Settings of a person over two computers and two tabs: the server is a table of accounts, its answers come when the test says so.
const accounts = new Map<string, Record<string, { value: string; version: number }>>();
let clock = 0;
let down = false;
/** Set: the answer of a call waits for it. */
let hold: { load?: Promise<void>; save?: Promise<void> } = {};
const saves: object[] = [];
let stop: (() => void)[] = [];
const write = (of: string, values: Readonly<Record<string, { value: string; after: number }>>): AccountSettings => {
  const kept = accounts.get(of) ?? {};
  for (const [name, { value, after }] of Object.entries(values)) if ((kept[name]?.version ?? 0) <= after) kept[name] = { value, version: (clock += 1) };
  accounts.set(of, kept);
  return structuredClone(kept);
};
/** The person chooses this on another computer. */
const elsewhere = (of: string, name: SettingName, value: string): void => void write(of, { [name]: { value, after: clock } });
function signIn(of: string): () => void {
  const lost = (): void => {
    if (down) throw new CallFailure(0, 0, '网络不通');
  };
  setSettingMemory({
    load: async () => {
      lost();
      const told = structuredClone(accounts.get(of) ?? {});
      await hold.load;
      return told;
    },
    save: async (values) => {
      lost();
      saves.push(values);
      if (Object.values(values).some(({ value }) => value === 'teapot')) throw new CallFailure(400, 40_000, '填写有误');
      const told = write(of, values);
      await hold.save;
      return told;
    },
    hospitals: async () => [],
  });
  const end = followAccount(of);
  stop.push(end);
  return end;
}
const rest = async (): Promise<void> => { for (let n = 0; n < 20; n += 1) await Promise.resolve(); };
const gate = (): [Promise<void>, () => void] => {
  let open = (): void => {};
  return [new Promise<void>((done) => (open = done)), () => open()];
};
const here = <N extends SettingName>(name: N): Settings[N] => getSetting(name);
const kept = (of: string, name: SettingName): string | undefined => accounts.get(of)?.[name]?.value;

beforeEach(async () => {
  localStorage.clear();
  accounts.clear();
  saves.length = 0;
  [clock, down, hold] = [0, false, {}];
  await activate('zh-cn');
  stop = [await startSettings()];
});
afterEach(() => {
  stop.forEach((end) => end());
  setSettingMemory(null);
  vi.useRealTimers();
});

test('what is chosen goes to the account and comes to another computer; the computer’s own stay', async () => {
  signIn('1');
  setSetting('theme', 'dark');
  setSetting('watermarkText', '骨科');
  setSetting('device', 'mobile');
  setSetting('activeTopMenuPath', '/order');
  await rest();
  expect([kept('1', 'theme'), kept('1', 'watermarkText'), kept('1', 'device'), kept('1', 'activeTopMenuPath'), Object.keys(unsentChoices())]).toEqual(['dark', '骨科', undefined, undefined, []]);
  stop.pop()!();
  elsewhere('1', 'theme', 'light');
  elsewhere('1', 'size', 'large');
  signIn('1');
  await rest();
  expect([here('theme'), localStorage.getItem('theme'), here('size'), here('watermarkText'), here('device')]).toEqual(['light', 'light', 'large', '骨科', 'mobile']);
});
test('the next person at a shared computer gets their own, and the defaults of what they never chose', async () => {
  const out = signIn('1');
  setSetting('theme', 'dark');
  setSetting('size', 'large');
  await rest();
  out();
  elsewhere('2', 'size', 'small');
  const next = signIn('2');
  await rest();
  expect([here('theme'), here('size'), kept('2', 'theme')]).toEqual(['auto', 'small', undefined]);
  next();
  signIn('1');
  await rest();
  expect([here('theme'), here('size')]).toEqual(['dark', 'large']);
});
test('what was chosen on the login page is kept by who signs in then, above what their account had', async () => {
  elsewhere('2', 'language', 'zh-cn');
  elsewhere('2', 'theme', 'dark');
  setSetting('language', 'en');
  signIn('2');
  await rest();
  expect([here('language'), kept('2', 'language'), here('theme')]).toEqual(['en', 'en', 'dark']);
});
test('nothing is stored of a browser that nobody has chosen anything in, and a first sign-in changes nothing there', async () => {
  localStorage.setItem('theme', 'dark');
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  signIn('1');
  await rest();
  expect([here('theme'), accounts.get('1'), saves]).toEqual(['dark', undefined, []]);
});
test('without a network choices wait, and are sent when it is back', async () => {
  vi.useFakeTimers();
  down = true;
  signIn('1');
  setSetting('theme', 'dark');
  await rest();
  expect([here('theme'), kept('1', 'theme'), unsentChoices().theme?.value]).toEqual(['dark', undefined, 'dark']);
  down = false;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('x')));
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
  await rest();
  expect([kept('1', 'theme'), unsentChoices()]).toEqual(['dark', {}]);
});
test('an answer that comes late undoes no newer choice, sent or not', async () => {
  elsewhere('1', 'theme', 'light');
  const [late, open] = gate();
  hold = { load: late };
  signIn('1');
  await rest();
  setSetting('theme', 'dark');
  open();
  await rest();
  expect([here('theme'), kept('1', 'theme')]).toEqual(['dark', 'dark']);
});
test('an answer that another tab was given before is older here', async () => {
  elsewhere('1', 'theme', 'light');
  const [late, open] = gate();
  hold = { load: late };
  signIn('1');
  await rest();
  // the other tab has asked, chosen and sent meanwhile
  const version = write('1', { theme: { value: 'dark', after: 99 } })['theme']!.version;
  localStorage.setItem('settings_seen', JSON.stringify({ of: '1', versions: { theme: version } }));
  localStorage.setItem('theme', 'dark');
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  open();
  await rest();
  expect([here('theme'), kept('1', 'theme'), saves]).toEqual(['dark', 'dark', []]);
});
test('two computers choose: who chose last has it, and both show the same', async () => {
  signIn('1');
  await rest();
  // this one has not heard of it
  elsewhere('1', 'layout', 'top');
  setSetting('layout', 'mix');
  await rest();
  expect([here('layout'), kept('1', 'layout'), saves.length]).toEqual(['mix', 'mix', 2]);
});
test('what was chosen while a choice was on its way is sent after it', async () => {
  signIn('1');
  await rest();
  const [late, open] = gate();
  hold = { save: late };
  setSetting('theme', 'dark');
  await rest();
  setSetting('theme', 'light');
  setSetting('size', 'small');
  hold = {};
  open();
  await rest();
  expect([here('theme'), kept('1', 'theme'), kept('1', 'size'), unsentChoices()]).toEqual(['light', 'light', 'small', {}]);
});
test('what the server refuses for ever is not asked for ever; what another person left unsent goes', async () => {
  localStorage.setItem('settings_unsent', JSON.stringify({ watermarkText: { value: 'teapot', by: '1', id: 'a' }, size: { value: 'large', by: '9', id: 'b' }, theme: { value: 'purple', by: '1', id: 'c' }, layout: 7 }));
  signIn('1');
  await rest();
  expect([unsentChoices(), kept('1', 'size'), saves.length]).toEqual([{}, undefined, 1]);
  for (const poison of ['null', '[]', '{', '{"of":1}', '"x"']) {
    localStorage.setItem('settings_unsent', poison);
    localStorage.setItem('settings_seen', poison);
    stop.pop()!();
    signIn('1');
    await rest();
    expect(unsentChoices()).toEqual({});
  }
  forgetChoices([]);
  expect(here('theme')).toBe(DEFAULTS.theme);
});
