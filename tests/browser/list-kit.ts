// What the tests of lists share.
import { expect, type Browser, type Page } from './test.ts';
import { settled, signIn } from './kit.ts';

/** What of an order these tests look at. */
export interface Row {
  orderNo: string;
  status: string;
  departmentName: string;
  patientName: string;
  plannedStart: string;
  balanceFen: number;
}
/** The list, and the drawer or dialog over it. */
export const grid = (page: Page) => page.getByRole('grid');
export const drawer = (page: Page) => page.locator('dialog[open]').first();
/** The row that has the focus. */
export const focused = (page: Page) => page.locator('[role=row]:focus');
/** The words of its headings. */
export const headings = async (page: Page) => (await grid(page).getByRole('columnheader').allTextContents()).slice(1).map((words) => words.replace(/[↑↓]\d?$/, ''));
/** How many rows it says it has. */
export const count = async (page: Page) => {
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^[1-9]/);
  return Number(await grid(page).getAttribute('aria-rowcount')) - 1;
};
/** Numbers of the orders in view, from the top. */
export const shown = (page: Page) => grid(page).locator('[data-index] a[href^="#/order/"]').allTextContents();
/** The part of the address that is the console's. */
export const address = (page: Page) => decodeURIComponent(new URL(page.url()).hash);

/** A list, opened as a new visit. */
export async function open(page: Page, to = '/order/index', language = 'zh-cn'): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('language', value), language);
  await page.goto('about:blank');
  await page.goto(`/#${to}`);
  await settled(page);
}
/** The same person, or another one, at another computer. */
export async function elsewhere(browser: Browser, username: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, username);
  await work(page);
  await context.close();
}
/** Asks the server as the person of this page. */
export const ask = <T>(page: Page, path: string, method = 'GET'): Promise<T> => page.evaluate(async ([to, how]) => {
  const answer = await fetch(`/admin-api${to}`, { method: how!, headers: { 'X-Access-Token': localStorage.getItem('access_token')! } });
  return ((await answer.json()) as { result: unknown }).result as never;
}, [path, method]);
/** Every order that stands so, as plain rows. */
export async function everyOrder(page: Page, status: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await ask<{ list: Row[] }>(page, `/orders?status=${status}&pageNum=${pageNum}&pageSize=200`);
    all.push(...list);
    if (list.length < 200) return all;
  }
}
/** As if nobody had arranged or saved anything. */
export async function forget(page: Page): Promise<void> {
  await ask(page, '/preferences/order', 'DELETE');
  for (const view of await ask<{ id: string; own: boolean }[]>(page, '/views?list=order')) if (view.own) await ask(page, `/views/${view.id}`, 'DELETE');
}
