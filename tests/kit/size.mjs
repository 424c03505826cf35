// What the built console weighs: JavaScript as gzip (level 9), 1 kB = 1,000 bytes. Fails above a ratchet, or when an entry names another origin.
// Counted is what an entry names (scripts and preloads); tests/browser/boot.e2e.ts holds that nothing else is fetched before it is in use.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Most kB of each: the issue's target where it is reached, else what was reached so far and half a percent. `target`: what is still aimed at. */
const RATCHET = {
  login: { most: 110 },
  list: { most: 206, target: 170 },
  whole: { most: 558, target: 450 },
};

const gzip = (file) => gzipSync(readFileSync(path.join(web, file)), { level: 9 }).length / 1000;
/** The scripts that an entry names, once each. */
export const named = (entry) => [...new Set([...readFileSync(path.join(web, entry, 'index.html'), 'utf8').replace(/<script>.*?<\/script>/gs, '').matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, file]) => file))];
const total = (files) => files.reduce((sum, file) => sum + gzip(file), 0);
/** kB of JavaScript: what the login page needs, what the order list needs until its rows are painted, and all there is. */
export const sizes = () => ({ login: total(named('login')), list: total(named('order/index')), whole: total(readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))) });

function foreign() {
  const entries = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  const addresses = entries.flatMap((file) => [...readFileSync(path.join(web, file), 'utf8').matchAll(/\b(?:src|href|action|data)="(?:[a-z][a-z+.-]*:)?\/\/[^"]*"/gi)].map(([found]) => `${file}: ${found}`));
  if (entries.length === 0) addresses.push('dist/web has no entries');
  return addresses;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!existsSync(web)) throw new Error('no dist/web: npm run build');
  const wrong = foreign();
  for (const [name, kB] of Object.entries(sizes())) {
    const { most, target } = RATCHET[name];
    console.log(`${name}: ${kB.toFixed(1)} kB of ${most}${target === undefined ? '' : ` (aimed at: ${target}, not reached)`}`);
    if (kB > most) wrong.push(`${name} weighs ${kB.toFixed(1)} kB, more than ${most}`);
  }
  for (const words of wrong) console.error(words);
  process.exit(wrong.length === 0 ? 0 : 1);
}
