// Builds what is not of the sources that stand there. Built-ins only.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const source of sources.map((name) => path.join(root, name)).filter(existsSync)) {
    const files = statSync(source).isFile() ? [source] : readdirSync(source, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => path.join(e.parentPath, e.name)).sort();
    for (const file of files) hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
/** Runs `build` unless `product`, in dist, was made from these very sources and to its end; before it `prepare`, which may write sources. */
export async function make({ root, sources, name, product, build, prepare, said = console.log }) {
  const dist = path.join(root, 'dist');
  const stamp = path.join(dist, `.${name}`);
  if (existsSync(path.join(dist, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root, sources)) return;
  said(`构建 ${name}… Building ${name}…`);
  mkdirSync(dist, { recursive: true });
  // one that is cut off leaves a product of no sources
  rmSync(stamp, { force: true });
  await prepare?.();
  // taken before: what is saved while it builds may not be in it
  const built = fingerprint(root, sources);
  await build();
  writeFileSync(stamp, built);
}
