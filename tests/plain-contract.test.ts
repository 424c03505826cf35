import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { areas as everyArea } from '../src/areas.gen.ts';
import { classNames, shortNames } from '../src/build/class-name.ts';
import { shapesOf } from '../src/build/icon.ts';
import { commandFiles, keywordModule, readKeywords, withNumbers } from '../src/build/keyword.ts';
import { messageOrder, root } from '../src/build/lingui.ts';
import { readContracts, withPlainImports } from '../src/build/plain-contract.ts';
import { OWN_COMMANDS } from '../src/ui/command.ts';
import { hasOutline } from '../src/ui/outline.ts';

// What a build makes of contracts and words (src/build): nothing that the console asks for is lost on the way.
const areas = path.join(root, 'src/areas');
const whole = import.meta.glob<Record<string, unknown>>('../src/areas/*/contract.ts', { eager: true });

test('a contract without schemas says of every call where it goes and who may make it', async () => {
  const contracts = await readContracts();
  let calls = 0;
  let outlines = 0;
  for (const [at, full] of Object.entries(whole)) {
    const plain = contracts.get(path.resolve(import.meta.dirname, at))!;
    for (const [name, value] of Object.entries(full)) {
      const endpoints = Object.entries((value ?? {}) as object).filter(([, one]) => typeof one === 'object' && one !== null && 'method' in one && 'reply' in one);
      if (endpoints.length === 0) continue;
      expect([at, name, plain.has(name)]).toEqual([at, name, true]);
      const found = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`export default ${plain.get(name)}`)}`)).default as Record<string, object>;
      for (const [id, { method, path: to, may, file, upload, within }] of endpoints) {
        calls += 1;
        const { reply, ...rest } = found[id] as { reply?: string };
        expect(rest).toEqual(JSON.parse(JSON.stringify({ method, path: to, may, file, upload, within })));
        expect([id, reply ?? 'o']).toEqual([id, expect.stringMatching(/^\??[oal]( \w+(\.\w+)?:\??[oal])*$/)]);
        if (reply !== undefined) outlines += 1;
      }
    }
  }
  expect(calls).toBeGreaterThan(100);
  expect(outlines).toBeGreaterThan(40);
});

test('an answer that is not our server’s has another outline than the contract’s; one that is has the same', async () => {
  const contracts = await readContracts();
  const said = contracts.get(path.join(areas, 'notice/contract.ts'))!.get('notice')!;
  const { read } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`export default ${said}`)}`)).default as Record<string, { reply: string }>;
  for (const right of [{ kinds: [], at: '' }, { kinds: [{ kind: 'mine' }], more: 1 }]) expect([right, hasOutline(read!.reply, right)]).toEqual([right, true]);
  for (const wrong of [{}, null, undefined, [], 'x', 7, { kinds: null }, { kinds: {} }, { kinds: [null] }]) expect([wrong, hasOutline(read!.reply, wrong)]).toEqual([wrong, false]);
  // what a verb answers is asked for what one may do next
  const acts = contracts.get(path.join(areas, 'order/contract.ts'))!;
  expect([...acts.values()].join()).toContain('"reply":"o row:o row.can:a"');
  for (const [outline, right, wrong] of [['l', [{}, {}], [{}, null]], ['a', [1, null], {}], ['?o rows:l', null, { rows: [7] }], ['o rows:?a', { rows: null }, { rows: {} }], ['o row:?o row.can:a', { row: { can: ['x'] } }, { row: { can: 'x' } }], ['o row:?o row.can:a', { row: null }, { row: {} }], ['o', {}, null]] as const) expect([outline, hasOutline(outline, right), hasOutline(outline, wrong)]).toEqual([outline, true, false]);
});

test('who asks for a schema gets the whole contract, who does not gets it without', async () => {
  const contracts = await readContracts();
  const file = path.join(areas, 'order/some.form.tsx');
  const made = (code: string): string => withPlainImports(code, file, contracts);
  expect(made(`import { hospital, type HospitalRow } from '../hospital/contract.ts';\ncall(hospital.list)`)).toContain("import { hospital } from '../hospital/contract.ts?plain';");
  expect(made(`import { hospital } from '../hospital/contract.ts';\nschema(hospital.create.body!)`)).toContain("import { hospital } from '../hospital/contract.ts';");
  expect(made(`import { order, orderForm } from './contract.ts';`)).toMatch(/import \{ order \} from '.\/contract.ts\?plain'; import \{ orderForm \} from '.\/contract.ts';/);
  expect(made(`import type { OrderRow } from './contract.ts';`)).toBe(`import type { OrderRow } from './contract.ts';`);
});

test('no part of the console takes a schema out of a call by a way that the build does not see', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && /^(ui|areas)[\\/]/.test(file));
  const odd = files.filter((file) => /\bconst \{[^}]*\b(body|query|reply)\b[^}]*\} = \w+(\.\w+|\[[^\]]+\])(\.\w+)?;/.test(readFileSync(path.join(root, 'src', file), 'utf8').replace(/= (\w+\.)?(ask|sent|done|await|input|request)\b/g, '')));
  expect(odd).toEqual([]);
});

test('every message has one number', async () => {
  const ids = Object.values(await messageOrder()).flat();
  expect(ids.length).toBeGreaterThan(1_000);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the words of every command are kept with the palette, by numbers that lead back to them', async () => {
  const known = readKeywords();
  const kept = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(keywordModule(known))}`)) as { keywordsOf: (command: { keywords: unknown }) => readonly string[] };
  const given: (readonly string[])[] = [...everyArea.flatMap(({ commands = [] }) => commands), ...OWN_COMMANDS].map(({ keywords }) => keywords);
  expect(given.length).toBeGreaterThan(100);
  for (const words of given) {
    const made = withNumbers(`{ keywords: [${words.map((word) => JSON.stringify(word)).join(', ')}], x }`, known);
    const [, number] = /^\{ keywords: (\d+), x \}$/.exec(made) ?? [];
    expect([words, number === undefined ? undefined : kept.keywordsOf({ keywords: Number(number) })]).toEqual([words, words]);
  }
  // and of every key
  const numbered = commandFiles().filter((file) => /key(-entry)?\.ts$/.test(file)).map((file) => withNumbers(readFileSync(file, 'utf8'), known));
  expect(numbered.join('').match(/\bkeywords: \d/g)?.length).toBeGreaterThan(60);
  expect(kept.keywordsOf({ keywords: ['#d03050'] })).toEqual(['#d03050']);
  for (const file of commandFiles()) expect([file, withNumbers(readFileSync(file, 'utf8'), known).match(/\bkeywords: [^\d]/g)]).toEqual([file, null]);
  // whoever reads a command's words reads them there
  const palette = path.join(root, 'src/ui');
  const others = readdirSync(palette, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && /\bcommand\.keywords\b/.test(readFileSync(path.join(palette, file), 'utf8')));
  expect(others).toEqual([]);
});

test('an icon keeps its shapes and nothing else', () => {
  const folder = path.join(root, 'node_modules/lucide-react/dist/esm/icons');
  const made = shapesOf(readFileSync(path.join(folder, 'house.mjs'), 'utf8'));
  expect(made).toMatch(/^import \{ icon \} from ".*instead\/icon\.js";\nexport default \/\*#__PURE__\*\/ icon\(\[\["path",\{"d":"M15 21v/);
  expect(made).not.toMatch(/key|aliases/);
  const other = readFileSync(path.join(folder, 'history.mjs'), 'utf8');
  expect(shapesOf(other)).toBe(other);
  expect(() => shapesOf('export default createLucideIcon("x", [])')).toThrow(/otherwise/);
});

test('a class has the same short name in every build, and two classes never one', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `src/ui/${at % 70}.module.css c${at}`);
  const short = shortNames(names);
  expect(new Set(short.values()).size).toBe(names.length);
  expect([...short.values()].every((name) => /^(?!ad$)[A-Za-z][\w-]$/i.test(name))).toBe(true);
  expect(shortNames(names.toReversed())).toEqual(short);
  expect(() => shortNames([...names, 'one more'])).toThrow(/too many/);
  const file = path.join(root, 'src/ui/list/list.module.css');
  expect(classNames()(file, 'row')).toBe(classNames()(file, 'row'));
  expect(() => classNames()(file, 'nothing')).toThrow(/no class nothing/);
});
