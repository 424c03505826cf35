// The peers' page: built for production into a folder and opened as a file.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './server.mjs';

/** Builds peer.tsx into `folder`; answers its address. */
export async function buildPeer(folder) {
  const { build, stop } = await import('esbuild');
  await build({ absWorkingDir: root, entryPoints: ['tests/bench/peer.tsx'], outfile: path.join(folder, 'peer.js'), bundle: true, minify: true, jsx: 'automatic', target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' }, logLevel: 'warning' });
  await stop();
  const page = path.join(folder, 'peer.html');
  writeFileSync(page, '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>peer</title><body><div id="root"></div><script src="peer.js"></script></body></html>');
  return pathToFileURL(page).href;
}

/**
 * The last five digits of `count` of the values, with the number of values that answer each beginning of them: cmdk's rows name no text that
 * they answer, so their number must. It filters within the input event itself, so where a key leaves the number as it was the text will do.
 */
export async function textsFor(values, count) {
  const { defaultFilter } = await import('cmdk');
  return Array.from({ length: count }, (_, i) => {
    const text = /PH\d+/.exec(values[Math.floor(((i + 0.5) * values.length) / count)])[0].slice(-5);
    return { text, counts: [...text].map((_, k) => values.filter((value) => defaultFilter(value, text.slice(0, k + 1), []) > 0).length) };
  });
}
