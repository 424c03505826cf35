// Icons as their shapes alone: lucide's own come with other names, keys and a component each that knows more than ui/icon.tsx asks for.
import { fileURLToPath } from 'node:url';
import type { RsbuildPlugin } from '@rsbuild/core';

const drawn = fileURLToPath(new URL('./instead/icon.js', import.meta.url));
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** An icon's module of lucide-react as one that holds its shapes; as it is where it only names another's. @throws Error when it holds none that can be read */
export function shapesOf(code: string): string {
  if (!code.includes('createLucideIcon(')) return code;
  const data = /const __iconData = (\{[\s\S]*?\n\});/.exec(code)?.[1];
  if (data === undefined) throw new Error('an icon of lucide-react is written otherwise than src/build/icon.ts knows');
  // the package's own source, evaluated where it is built
  const { node } = new Function(`return ${data}`)() as { node: readonly Shape[] };
  const shapes = node.map(([tag, { key: _, ...attributes }]) => [tag, attributes]);
  return `import { icon } from ${JSON.stringify(drawn)};\nexport default /*#__PURE__*/ icon(${JSON.stringify(shapes)});`;
}

/** In both environments of a build, so that what is hydrated is what was prerendered. */
export const pluginIcon = (): RsbuildPlugin => ({
  name: 'app:icon',
  setup(api) {
    api.transform({ test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ }, ({ code }) => shapesOf(code));
  },
});
