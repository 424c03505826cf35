// The net below all these tests holds: a page that complains fails its test.
import { complaints, expect, provoke, test } from './test.ts';
import { signIn } from './kit.ts';

test('an error, a breach of the policy, a call to elsewhere and a lost file are heard in every context', async ({ page, browser }) => {
  await signIn(page, 'ops');
  expect(complaints()).toEqual([]);
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await other.goto('/#/login');
  for (const each of [page, other]) {
    const name = each === page ? 'first' : 'second';
    await each.evaluate((who) => {
      console.error(`${who} says so`);
      setTimeout(() => { throw new Error(`${who} threw`); });
      new Image().src = `https://${who}.example/a.png`;
      try { document.body.insertAdjacentHTML('beforeend', '<b></b>'); } catch { /* trusted types */ }
      void fetch(`https://${who}.example/`).catch(() => {});
      void fetch('/static/gone.js').catch(() => {});
    }, name);
    for (const what of [`console: ${name} says so`, `${name} threw`, 'require-trusted-types-for', 'img-src', 'connect-src', 'gone.js']) await expect.poll(() => complaints().filter((one) => one.includes(what)).length, { message: what }).toBeGreaterThan(0);
  }
  provoke(/./);
  expect(complaints()).toEqual([]);
});
