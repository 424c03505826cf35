// What packages say of a programmer's mistakes is weight that nobody reads here: its first words are enough to find the place.
import type { RsbuildPlugin } from '@rsbuild/core';

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${'`(?:[^`\\\\]|\\\\.)*`'}`;
const SAID = new RegExp(String.raw`\b((?:Type|Range)?Error|console\.(?:warn|error))\(\s*((?:${TEXT})(?:\s*\+\s*(?:${TEXT}))*)\s*\)`, 'g');
/** Words that are kept, and how long a message is that loses the others. */
const KEPT = 3;
const LONG = 28;

/** Source of a package in which messages of errors, and what it warns of, are their first words; one that is put together in another way stays. */
export const brief = (code: string): string =>
  code.replace(SAID, (whole, says: string, message: string) => {
    const plain = message.slice(1).split(/\$\{|["'`]/)[0]!;
    const words = /^[\w .,:#'[\]-]*/.exec(plain)![0].split(' ').filter(Boolean).slice(0, KEPT);
    return message.length < LONG || words.length === 0 ? whole : `${says}(${JSON.stringify(words.join(' '))})`;
  });

/** Packages that say much, and in whose strings no code stands, as it does in react-dom's. */
const PACKAGES = ['@lingui', '@tanstack', 'ofetch', 'uqr', 'xstate', 'zod'];
/** In a production build of the console those speak briefly. */
export const pluginBrief = (): RsbuildPlugin => ({
  name: 'app:brief',
  setup(api) {
    api.transform({ test: new RegExp(`[\\\\/]node_modules[\\\\/](?:${PACKAGES.join('|')})[\\\\/].*\\.m?js$`), environments: ['web'] }, ({ code }) => brief(code));
  },
});
