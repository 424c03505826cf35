// What is being written when something goes wrong: it stays, and it is done once.
import { reach } from '../browser/kit.ts';
import { quiet, type Browser, type Page } from '../browser/test.ts';
import type { Fault } from './fault.ts';
import { ground, open, verdict } from './scene.ts';
import { note } from './table.ts';
import { watch } from './watch.ts';

interface Form {
  path: string;
  /** Where it is; `:order` and the like come from the demonstration. */
  at: (at: (path: string) => string) => string;
  keys?: string;
  /** What is typed by the field's name; `*`: the first field for text there is. */
  typed: (n: number) => Record<string, string>;
  bare?: true;
}
/** One of each way in which the console asks for something; names keep what other tests know them by. Whole enough to be sent, but for two that are half filled. */
const FORMS: readonly Form[] = [
  { path: '/profile', at: () => '/profile', typed: (n) => ({ '*': `系统管理员${n}` }) },
  { path: '/system/hospital', at: () => '/system/hospital?new=1', typed: (n) => ({ name: `故障医院${n}`, code: `GZ${n}` }) },
  { path: '/system/dict', at: () => '/system/dict?code=gender', keys: 'n', typed: (n) => ({ value: `f${n}`, label: `故障${n}` }) },
  { path: '/system/service', at: () => '/system/service', keys: 'n', typed: (n) => ({ code: `GZ${n}`, name: `故障项目${n}` }) },
  { path: '/order/:no/complain', at: (at) => `${at('/order/:no')}/complain`, typed: (n) => ({ content: `夜里没有人${n}` }) },
  { path: '/caregiver/:no/:verb', at: (at) => at('/caregiver/:no/:verb'), typed: (n) => ({ '*': `护工${n}` }) },
  { path: '/order/new', at: () => '/order/new', typed: (n) => ({ '*': `患者${n}` }) },
  { path: '/login', at: () => '/login', typed: (n) => ({ username: `somebody${n}`, password: `never-right-${n}`, captchaCode: '0' }), bare: true },
];
/** What the server does with it is seen in its calls; a success that was told, even in wrong words, may close a form. */
const keeps = ({ fails, name }: Fault): boolean => fails === true || /slow|401|offline/.test(name);
let count = Date.now() % 1_000_000;

/** The values of the fields that have been written in. */
async function values(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((all) => all.map((name) => document.querySelector<HTMLInputElement>(name)?.value ?? 'gone'), names);
}
async function fillIn(page: Page, form: Form): Promise<Map<string, string>> {
  const wanted = new Map<string, string>();
  count += 1;
  if (form.keys !== undefined) await page.keyboard.press(form.keys);
  for (const [name, text] of Object.entries(form.typed(count))) {
    const scope = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'main';
    const selector = name === '*' ? `${scope} form :is(input:not([type]), input[type="text"]):not([role="combobox"]):not([readonly])` : `[name="${name}"]`;
    const field = page.locator(selector).first();
    await field.waitFor();
    if (form.bare === true) await field.focus();
    else await reach(page, field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    wanted.set(selector, text);
  }
  return wanted;
}
/** Writes into a form, lets the fault strike, sends twice, puts all right, sends once more; what was wrong. */
async function send(browser: Browser, fault: Fault, form: Form): Promise<string[]> {
  const all = await ground(browser);
  const page = await open(browser, form.bare === true ? undefined : all.admin);
  try {
    await page.context().clock.install();
    await page.goto(`/#${form.at((path) => all.stops.find((stop) => stop.path === path)!.at)}`);
    await page.locator('h1:visible').first().waitFor();
    await quiet(page, 300);
    const wanted = await fillIn(page, form);
    const names = [...wanted.keys()];
    await quiet(page, 100);
    const seen = watch(page);
    const lift = await fault.arm(page.context());
    // a person who sees nothing happen presses again
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Control+Enter');
    const { fails: _says, ...silent } = fault;
    const found = await verdict(page, seen, silent);
    // a captcha serves once
    const stays = (list: string[]): string => names.map((name, i) => (form.bare === true && /captcha|password/.test(name) ? '' : list[i])).join();
    const kept = (): Promise<string> => values(page, names).then(stays);
    if (keeps(fault) && (await kept()) !== stays([...wanted.values()])) found.push(`lost: ${await kept()}`);
    if ((await page.getByRole('alertdialog').count()) > 0) await page.keyboard.press('Escape');
    if (keeps(fault) && (await kept()) !== stays([...wanted.values()])) found.push(`lost with the dialog: ${await kept()}`);
    await lift();
    await quiet(page, 200);
    if ((await values(page, names)).every((value) => value !== 'gone')) {
      await page.locator(names[0]!).first().focus().catch(() => {});
      await page.keyboard.press('Control+Enter');
    }
    return [...found, ...(await verdict(page, seen, { name: 'after' })).filter((one) => !found.includes(one))];
  } catch (error) {
    return [`could not be tried: ${String(error).slice(0, 160).replaceAll('\n', ' ')}`];
  } finally {
    await page.context().close();
  }
}
/** Every form, or those named, with one thing wrong; what was found. */
export async function sendAll(browser: Browser, fault: Fault, only?: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const form of FORMS.filter(({ path }) => only?.includes(path) !== false)) {
    const found = await send(browser, fault, form);
    note({ fault: `form, ${fault.name}`, page: form.path, found });
    if (found.length > 0) failed.push(`form, ${fault.name} × ${form.path}: ${found.join('; ')}`);
  }
  return failed;
}
/** What a form is tried with: whatever makes its call end otherwise than it should. */
export const strikesForm = ({ strikes, fails, name }: Fault): boolean => strikes === 'later' && (fails === true || /^(server|result|401|items)/.test(name));
