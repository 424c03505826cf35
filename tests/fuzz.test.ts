import { afterAll, expect, test } from 'vitest';
import { readDocument } from './fuzz/document.ts';
import { fuzz, type Tally } from './fuzz/run.ts';
import { startWorld } from './fuzz/world.ts';

// every call of openapi.json, made from that document alone. FUZZ_CASES: valid ones of each and invalid ones of each; FUZZ_SEED: the seed that a run has printed; FUZZ_ONLY: part of a name
const cases = Number(process.env['FUZZ_CASES'] ?? 4);
// among all tests the same few calls each time: what is rare is looked for by npm run test:fuzz, and stops no other work
const seed = Number(process.env['FUZZ_SEED'] ?? (process.env['FUZZ_CASES'] === undefined ? 20_261_122 : Math.trunc(Math.random() * 2 ** 31)));
const only = process.env['FUZZ_ONLY'] ?? '';

const world = await startWorld();
const document = readDocument(await world.document());
const tallies: Tally[] = [];
afterAll(async () => {
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
  const answered: Record<string, number> = {};
  for (const tally of tallies) for (const [status, n] of Object.entries(tally.answered)) answered[status] = (answered[status] ?? 0) + n;
  console.log(`FUZZ_SEED=${seed} FUZZ_CASES=${cases}: ${tallies.length} operations, ${sum(({ valid }) => valid)} valid calls (${Object.entries(answered).map(([status, n]) => `${status}: ${n}`).join(', ')}; ${sum(({ ruled }) => ruled)} broke a rule), ${sum(({ invalid }) => invalid)} invalid ones`);
  await world.api.close();
});

test.each(document.operations.filter(({ name }) => name.includes(only)).map((operation, i) => [operation.name, operation, i] as const))(
  `%s (seed ${seed})`,
  async (_name, operation, i) => {
    const tally = await fuzz(world, document, operation, { seed: seed + i, cases });
    tallies.push(tally);
    if (tally.failures.length > 0) throw new Error(`${tally.failures.length} answers are wrong:\n\n${tally.failures.slice(0, 20).join('\n\n')}\n`);
    expect([tally.valid, tally.invalid]).toEqual([cases, cases]);
  },
  600_000,
);
test('the document was read, and most of it answers', () => {
  expect(document.operations.length).toBeGreaterThan(200);
  if (only === '') expect(tallies.filter(({ answered }) => '200' in answered).length).toBeGreaterThan(tallies.length / 2);
});
