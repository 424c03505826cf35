import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { brief } from '../src/build/brief.ts';
import { root } from '../src/build/lingui.ts';

// What a build makes of the messages that packages have for programmers.
test.each([
  ['throw new Error("Cannot assign to undefined `context`. Ensure that it is defined.");', 'throw new Error("Cannot assign to");'],
  ["throw new TypeError('No QueryClient set, use QueryClientProvider to set one')", 'throw new TypeError("No QueryClient set,")'],
  ['throw new Error(`State \'${key}\' does not exist on \'${node.id}\'`)', 'throw new Error("State")'],
  ['throw Error("Lingui: Attempted to call a function.\\n" +\n  "Make sure to call `activate` first.")', 'throw Error("Lingui: Attempted to")'],
  ['console.warn(`Missing attribute name \'${name}={index}\' on measured element.`)', 'console.warn("Missing attribute name")'],
  // what is short, what is put together in another way, and what begins with something that is not known, stays
  ['throw new Error("Invalid argument")', null],
  ['throw new Error("something went wrong: " + JSON.stringify(value))', null],
  ['throw new Error(`${query} data is undefined, which it must not be`)', null],
  ['throw new Error(`a guard ${named ? `called ${name}` : "without a name"} is not there`)', null],
  ['throw new Error("a long message of an error", { cause: error })', null],
])('%s', (code, wanted) => {
  expect(brief(code)).toBe(wanted ?? code);
});

test('every module of the packages that speak briefly is code still', () => {
  let changed = 0;
  for (const part of ['xstate/dist', '@lingui/core/dist', '@tanstack/query-core/build/modern', 'ofetch/dist', 'uqr/dist', 'zod/v4/core'])
    for (const file of readdirSync(path.join(root, 'node_modules', part), { recursive: true, encoding: 'utf8' }).filter((name) => /\.m?js$/.test(name))) {
      const code = readFileSync(path.join(root, 'node_modules', part, file), 'utf8');
      const said = brief(code);
      if (said === code) continue;
      changed += 1;
      expect(() => transformSync(said, { loader: 'js', format: 'esm' }), `${part}/${file}`).not.toThrow();
    }
  expect(changed).toBeGreaterThan(10);
});
