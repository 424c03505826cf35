// What draws the pictures: they are compared only where it is what drew their baselines.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from '../kit/browser.mjs';

const out = (command, args) => spawnSync(command, args, { encoding: 'utf8' }).stdout ?? '';
/** The families of the console, as fontconfig answers them. */
const FONTS = ['sans-serif', 'sans-serif:lang=zh-cn', 'monospace'];
/** Where it is kept who drew the baselines. */
export const KEPT = fileURLToPath(new URL('picture/painter.json', import.meta.url));
/** The browser's major version, and the files of its fonts. */
export function painter() {
  const [version = ''] = /\d+(?=\.)/.exec(out(ensureBrowser(), ['--version'])) ?? [];
  const files = FONTS.map((font) => out('fc-match', ['-f', '%{file}', font]));
  return { chromium: version, fonts: files.map((file) => (existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16) : file)) };
}
/** Whether the baselines were drawn by what is here. */
export const isSamePainter = () => existsSync(KEPT) && JSON.stringify(JSON.parse(readFileSync(KEPT, 'utf8'))) === JSON.stringify(painter());
