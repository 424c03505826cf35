// Bytes of JavaScript, gzip level 9, as the build left it in dist/web.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { report } from './measure.mjs';
import { root } from './server.mjs';

const web = path.join(root, 'dist/web');
const gzip = (file) => gzipSync(readFileSync(path.join(web, file)), { level: 9 }).length / 1000;
const total = (files) => [[files.reduce((sum, file) => sum + gzip(file), 0)]];

/** JavaScript that the page at `address` has fetched when it is at rest. */
async function loaded(open, address, seen) {
  const page = await open(address);
  await page.locator(seen).first().waitFor();
  const files = await page.evaluate(() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))].filter((name) => name.endsWith('.js')));
  await page.close();
  return files;
}

export async function benchSize({ server, open, openSignedOut }) {
  const all = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const own = all.filter((file) => path.basename(file).startsWith('palette.'));
  // what came with the palette's chunk but is a file of its own
  const cmdk = all.filter((file) => !own.includes(file) && readFileSync(path.join(web, file), 'utf8').includes('cmdk-input'));
  report('size: JavaScript of the login page', 'kB gzip', total(await loaded(openSignedOut, `${server.origin}/#/login`, 'button img[src^="data:image/"]')));
  report('size: JavaScript of the order list, signed in, palette included', 'kB gzip', total(await loaded(open, `${server.origin}/#/order/index`, '[role=grid] [data-index]')));
  report('size: palette, its own chunk', 'kB gzip', total(own));
  report('size: palette, own chunk and the one with cmdk', 'kB gzip', total([...own, ...cmdk]), undefined, 40);
  report('size: worker of the index, pinyin included', 'kB gzip', total(all.filter((file) => path.basename(file).startsWith('palette-index.'))), undefined, 60);
  report('size: all JavaScript', 'kB gzip', total(all));
}
