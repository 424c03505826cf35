// The palette over a million orders: what the server finds beyond the index, from the key to the frame that shows it, and that the index does not wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { painted, report } from './measure.mjs';
import { openIndexed } from './palette-open.mjs';
import { ask, signIn } from './server.mjs';

/** ms from a key to what the server found, painted: 95 in a hundred. */
const MOST = 100;
const TRIES = 3;
/** As an unhurried typist leaves it, ms. */
const BETWEEN = 60;
/** Everyone; two hospitals; two departments of each of them. */
const ROLES = ['ops', 'resident', 'hospital'];
/** Typed sign by sign: names of many and of few, whole readings, initials, hanzi among letters, places beside names, what nobody is called. */
const TYPED = ['刘敏', '欧阳', '没有这人', 'zhangsan', 'liumin', 'wl', 'shanx', 'xxqq', '王l', '12床', '刘敏 骨科', '7床 li'];

/** Binds the demonstration's hospital account to two departments of each of its hospitals. `query` runs one statement; before the server starts. */
export const bindToDepartments = (query) => query(`
  update sys_user_hospital s set department_ids = array(select d.id from hospital_department d where d.hospital_id = s.hospital_id order by d.id limit 2)
  where s.user_id = (select id from sys_user where username = 'hospital')`);

/** Numbers and phones as people read them off a paper, of an order this person sees that has ended long ago. */
async function digitsOf(server, token) {
  const { total } = await ask(server.origin, token, '/orders?pageNum=1&pageSize=1');
  const [{ orderNo }] = (await ask(server.origin, token, `/orders?pageNum=${Math.ceil(total / 2)}&pageSize=1&count=0`)).list;
  return [orderNo.slice(-5), orderNo.slice(-4), orderNo.slice(2, 8), '13812345678', '99999999'];
}
/** Every text that typing goes through, asked of the server alone. */
async function answers(server, who, token, texts) {
  const times = [];
  for (let i = 0; i < TRIES; i += 1) {
    const round = [];
    for (const text of texts.flatMap((whole) => [...whole].map((_, k) => [...whole].slice(0, k + 1).join('')).filter((part) => part.trim() !== ''))) {
      const began = performance.now();
      await ask(server.origin, token, `/orders/find?q=${encodeURIComponent(text)}`);
      round.push(performance.now() - began);
    }
    times.push(round);
  }
  report(`million: palette, the server's answer alone, ${who}`, 'ms', times);
}
const settled = (text) => {
  const list = document.querySelector('dialog[open] [data-q]');
  return list !== null && list.dataset.q === text && list.getAttribute('aria-busy') === 'false';
};
/** Run in the page: keeps what the page itself measures of each key (src/ui/palette/meter.ts): until the first rows, those of the index, answer. */
const listen = () => {
  window.__keys = [];
  new PerformanceObserver((list) => window.__keys.push(...list.getEntriesByName('palette:key').map(({ duration }) => duration))).observe({ type: 'measure' });
};
const noDialog = () => document.querySelector('dialog[open]') === null;
async function typing(page, texts) {
  const times = [];
  for (const text of texts) {
    await page.keyboard.press('Control+k');
    await page.locator('dialog[open] input[role=combobox]').waitFor();
    const signs = [...text];
    for (let i = 0; i < signs.length; i += 1) {
      await sleep(BETWEEN);
      const typed = signs.slice(0, i + 1).join('');
      if (typed.endsWith(' ')) await page.keyboard.press('Space');
      // what no key of this keyboard has is set in as an input method does it, after a key that does nothing and where the time begins
      else times.push(await painted(page, () => (/[\x21-\x7e]/.test(signs[i]) ? page.keyboard.press(signs[i]) : page.keyboard.press('Shift').then(() => page.keyboard.insertText(signs[i]))), settled, typed));
    }
    for (let i = 0; i < 4 && !(await page.evaluate(noDialog)); i += 1) await page.keyboard.press('Escape');
    await sleep(BETWEEN);
  }
  return times;
}

/** What the server answers by itself, then what one sees, for each role. */
export async function benchFind({ server, browser, rounds }) {
  for (const who of ROLES) {
    const token = await signIn(server, who);
    const texts = [...TYPED, ...(await digitsOf(server, token))];
    await answers(server, who, token, texts);
    const [found, indexed] = [[], []];
    // what was asked before is known: each round begins in a new page
    for (let i = 0; i < Math.min(rounds, TRIES); i += 1) {
      const { page } = await openIndexed(browser, server, token);
      await page.evaluate(listen);
      found.push(await typing(page, texts));
      indexed.push(await page.evaluate(() => window.__keys));
      await page.context().close();
    }
    report(`million: palette, key to what the server found painted, ${who}`, 'ms', found, undefined, { p95: MOST });
    report(`million: palette, key to the first rows painted, while the server looks, ${who}`, 'ms', indexed);
  }
}
