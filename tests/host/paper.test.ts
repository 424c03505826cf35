// The papers of security that are made by a command: what the product is made of, and that no secret stands in it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'nursing-paper-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Locked {
  version: string;
  license?: string;
  name?: string;
}
interface Component {
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string }; expression?: string }[];
}
/** Licences that let anybody use, change and pass on. */
const FREE = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'PostgreSQL', 'Unlicense', 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0']);
/** Weaker than the rest: only in tools, never in what is delivered. */
const TOOLS_ONLY = new Set(['MPL-2.0', 'Python-2.0', 'CC-BY-4.0']);
/** Of those: what lingui's compile-time half brings along, which is in no bundle. */
const NOT_DELIVERED = new Set(['argparse', 'caniuse-lite']);
/** Packages that say their licence in words alone. */
const IN_WORDS: Record<string, string> = { 'cli-table': 'MIT' };
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked & { dev?: boolean; optional?: boolean }> };
const locked = Object.entries(packages).filter(([at]) => at !== '').map(([at, rest]) => ({ ...rest, name: rest.name ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length) }));

test('npm run sbom names every package of the lock file, with its version and licence', () => {
  const made = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  expect(made.status).toBe(0);
  const { bomFormat, components } = JSON.parse(made.stdout) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe('CycloneDX');
  expect(locked.length).toBeGreaterThan(100);
  const named = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
  expect(locked.filter(({ name, version }) => !named.has(`${name}@${version}`))).toEqual([]);
  for (const { name, version, license } of locked) expect([name, named.get(`${name}@${version}`)!.licenses?.map((one) => one.license?.id ?? one.expression) ?? []]).toEqual([name, license === undefined ? [] : [license]]);
});
test('every package has a free licence, and what is delivered one that asks for no more than its name', () => {
  const licenceOf = ({ name, license }: Locked): string => license ?? IN_WORDS[name!] ?? 'none';
  expect(locked.filter((one) => !FREE.has(licenceOf(one))).map((one) => `${one.name}: ${licenceOf(one)}`)).toEqual([]);
  expect(locked.filter((one) => one.dev !== true && !NOT_DELIVERED.has(one.name) && TOOLS_ONLY.has(licenceOf(one))).map((one) => `${one.name}: ${licenceOf(one)}`)).toEqual([]);
});

const scan = (at: string) => spawnSync(process.execPath, [path.join(root, 'tests/kit/secret.mjs'), at], { cwd: root, encoding: 'utf8' });
test('no key, token or password stands in any file that is kept', () => {
  const { status, stdout, stderr } = scan(root);
  expect([stderr, status]).toEqual(['', 0]);
  expect(Number(/^(\d+) files/.exec(stdout)![1])).toBeGreaterThan(500);
});
test('the scan finds each kind when it is planted, and none in plain code', () => {
  const random = (length: number): string => Array.from({ length }, (_, i) => 'aZ3kQ9xT7bM2vR5cW8yN4'[(i * 7 + (i >> 2)) % 21]).join('');
  const planted: Record<string, string> = {
    'key.pem': `-----BEGIN ${'PRIVATE KEY'}-----\nMIIE\n`,
    'cloud.ts': `const id = '${'AKIA'}${'ABCDEFGHIJKLMNOP'}';`,
    'git.env': `GH=${'ghp_'}${random(36)}`,
    'signed.txt': `${'eyJ'}${random(20)}.${'eyJ'}${random(20)}.${random(20)}`,
    'address.md': `postgres://${'app'}:${'horse-staple'}@db.example.org/x`,
    'config.json': `{"${'password'}": "${'Korrekt7Pferd'}"}`,
    'deploy/.env': `${'APP_SECRET'}=${'9f3kd02mfk3lq8'}`,
    'code.ts': `export const salt = '${'0123456789abcdef'.repeat(3)}';`,
  };
  mkdirSync(path.join(folder, 'deploy'));
  for (const [name, text] of Object.entries(planted)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'plain.ts'), "const token = request.headers['x-access-token']; const password = 'current-password'; // https://example.org/a\n");
  const { status, stderr } = scan(folder);
  expect(status).toBe(1);
  for (const name of Object.keys(planted)) expect([name, stderr.includes(`${name}:1 `)]).toEqual([name, true]);
  expect(stderr).not.toContain('plain.ts');
  // told is where it stands, not what it is
  expect(stderr).not.toContain('horse-staple');
});
