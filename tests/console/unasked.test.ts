import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as ReactModule from 'react';
import { createPortal } from 'react-dom';
import { expect, test } from 'vitest';
import { root as folder } from '../../src/build/lingui.ts';
import { withoutUnasked } from '../../src/build/unasked.ts';

// React's renderer as a build has it, beside the one that it is made of; both for production, as is the React of what they draw.
const require = createRequire(path.join(folder, 'package.json'));
const fileOf = (name: string): string => path.join(folder, 'node_modules', name);
const React = require(fileOf('react/cjs/react.production.js')) as typeof ReactModule;
const source = readFileSync(fileOf('react-dom/cjs/react-dom-client.production.js'), 'utf8');
const { Activity, Component, createElement: h, Fragment, lazy, startTransition, Suspense, useDeferredValue, useLayoutEffect, useRef, useState } = React;
type Node = ReactModule.ReactNode;
interface Renderer {
  createRoot: (box: Element) => { render: (what: Node) => void; unmount: () => void };
  hydrateRoot: (box: Element, what: Node) => { unmount: () => void };
}
function load(code: string): Renderer {
  const module = { exports: {} as Renderer };
  // a package's module as a build would change it: nothing but code can be loaded so
  // oxlint-disable-next-line no-implied-eval, no-new-func
  new Function('require', 'exports', 'module', code)((name: string) => (name === 'react' ? React : (require(name) as unknown)), module.exports, module);
  return module.exports;
}
const soon = () => new Promise<void>((done) => void setTimeout(done, 30));

class Net extends Component<{ children?: Node }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = (): Node => (this.state.failed ? h('p', null, 'failed') : this.props.children);
}
let come = (): void => {};
const late = () => lazy(() => new Promise<{ default: () => Node }>((done) => void (come = () => done({ default: () => h('b', null, 'late') }))));
let Late = late();
function Broken(): Node {
  throw new Error('broken');
}
let steer: { turn: () => void; log: string[] };
/** Something of all that the console asks of a renderer. */
function All(): Node {
  const [n, setN] = useState(0);
  const calm = useDeferredValue(n);
  const box = useRef<HTMLInputElement>(null);
  const [log] = useState<string[]>([]);
  useLayoutEffect(() => {
    log.push(`shown ${n} ${box.current?.value}`);
    steer = { turn: () => startTransition(() => setN((was) => was + 1)), log };
    return () => void log.push(`gone ${n}`);
  }, [n, log]);
  return h(Fragment, null,
    h('svg', null, h('title', null, 'picture'), h('path', { d: 'M0 0' })),
    h('input', { ref: box, value: `v${n}`, onChange: () => {} }),
    h('button', { type: 'button', onClick: () => setN((was) => was + 10) }, calm),
    h(Suspense, { fallback: 'waits' }, h(Late)),
    h(Activity, { mode: n % 2 === 0 ? 'visible' : 'hidden', children: h('i', null, 'kept ', n) }),
    h(Net, null, n > 10 ? h(Broken) : 'whole'),
    Array.from({ length: 3 }, (_, i) => h('li', { key: (i * (n + 1)) % 3 }, i)),
    createPortal(h('em', null, n), document.body));
}
async function play(code: string): Promise<unknown[]> {
  const { createRoot, hydrateRoot } = load(code);
  Late = late();
  const seen: unknown[] = [];
  /** What stands there once nothing changes any more; what has waited once is shown a third of a second later at most. */
  const look = async () => {
    for (let [still, was] = [0, '']; still < 15; was = document.body.innerHTML) {
      await soon();
      still = was === document.body.innerHTML ? still + 1 : 0;
    }
    seen.push(document.body.innerHTML);
  };
  const box = document.body.appendChild(document.createElement('div'));
  const made = createRoot(box);
  made.render(h(All));
  await look();
  come();
  await look();
  for (let n = 0; n < 2; n += 1) {
    steer.turn();
    await look();
  }
  box.querySelector('button')!.click();
  await look();
  seen.push(steer.log);
  made.unmount();
  box.innerHTML = '<p>prerendered <u>1</u></p>';
  const [p] = box.children;
  const taken = hydrateRoot(box, h('p', null, 'prerendered ', h('u', null, 1)));
  await look();
  seen.push(box.firstElementChild === p);
  taken.unmount();
  box.remove();
  return seen;
}

test('it draws, hides, waits, catches, moves and hydrates just as the whole one does', async () => {
  const [short, whole] = [await play(withoutUnasked(source)), await play(source)];
  expect(short).toEqual(whole);
  expect(String(whole)).toContain('late');
  expect(String(whole)).toContain('failed');
  expect(whole.at(-1)).toBe(true);
});
test('another version, which has others, is none that a build would take', () => {
  expect(() => withoutUnasked(source.replace('function startViewTransition(', 'function beginViewTransition('))).toThrow('startViewTransition');
});
