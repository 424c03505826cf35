// Both catalogs hold exactly the messages of the code, and every one is translated. Leaves the files as they were.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const files = ['locales/zh-cn.po', 'locales/en.po'];
const before = files.map((f) => readFileSync(f, 'utf8'));
const run = spawnSync(process.execPath, ['node_modules/@lingui/cli/dist/lingui.js', 'extract', '--clean', '--config', 'locales/lingui.config.ts'], { encoding: 'utf8' });
const after = files.map((f) => readFileSync(f, 'utf8'));
files.forEach((f, i) => writeFileSync(f, before[i]));
if (run.status !== 0) fail(run.stdout + run.stderr);

const ids = (po) => new Set([...po.matchAll(/^msgid "(.+)"$/gm)].map((m) => m[1]));
files.forEach((f, i) => {
  const was = ids(before[i]), is = ids(after[i]);
  const missing = [...is].filter((id) => !was.has(id)), stale = [...was].filter((id) => !is.has(id));
  if (missing.length + stale.length > 0) fail(`${f} is not up to date (npm run i18n). Missing: ${missing.join(' | ')}. No longer used: ${stale.join(' | ')}`);
});
const empty = [...before[1].matchAll(/^msgid "(.+)"\nmsgstr ""\n(?!")/gm)].map((m) => m[1]);
if (empty.length > 0) fail(`locales/en.po: ${empty.length} not translated: ${empty.slice(0, 20).join(' | ')}`);
const chinese = [...before[1].matchAll(/^msgstr "(.*[\u4e00-\u9fff].*)"$/gm)].map((m) => m[1]).filter((s) => s !== '中文');
if (chinese.length > 0) fail(`locales/en.po: still Chinese: ${chinese.slice(0, 20).join(' | ')}`);
console.log(`${ids(before[0]).size} messages, complete in both languages`);

function fail(why) {
  console.error(why);
  process.exit(1);
}
