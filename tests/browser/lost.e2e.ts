import { expect, test } from '@playwright/test';
import { signIn } from './kit.ts';

test('a page whose code cannot be fetched leaves what is open alone, and opens when the network is back', async ({ page, context }) => {
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  const name = page.locator('main input[type="text"]').first();
  await name.fill('没有保存的名字');
  await page.getByRole('heading', { level: 1 }).focus();
  await context.setOffline(true);
  await page.evaluate(() => { location.hash = '#/caregiver/index'; });
  await expect(page.getByRole('alert').filter({ hasText: '没有连上服务器' })).toBeVisible();
  await expect(name).toHaveValue('没有保存的名字');
  await page.keyboard.press('Tab');
  await context.setOffline(false);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '没有连上服务器' })).toHaveCount(0);
});

test('after a deploy the new console is loaded once, and the page opens', async ({ page }) => {
  await signIn(page, 'ops');
  let gone = true;
  await page.route(/view-caregiver-index.*\.js/, (route) => (gone ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => { location.hash = '#/caregiver/index'; });
  await reloaded;
  gone = false;
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
});
