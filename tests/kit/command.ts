// The server's commands as processes of their own, from a bundle made for one test file.
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serverBundle } from '../../src/build/bundle.mjs';
import { templateFolder } from './template.ts';

type Env = Record<string, string | undefined>;
/** How a command ended. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}
/** A command that stays. */
export interface Running {
  child: ChildProcess;
  /** All it has said so far on standard output. */
  said: () => string;
  /** Resolves with the first match of what it says; rejects when it ends before. */
  until: (sign: RegExp) => Promise<RegExpExecArray>;
  ended: Promise<Ended>;
}
export type Commands = Awaited<ReturnType<typeof commandKit>>;

/** Builds the server, with `more` scripts beside it, and makes a folder for data. */
export async function commandKit(name: string, more: Record<string, string> = {}) {
  const out = fileURLToPath(new URL(`../../node_modules/.cache/${name}-test`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), `nursing-${name}-`));
  const bundle = serverBundle(out);
  await build({ ...bundle, entryPoints: { ...bundle.entryPoints, ...more } });
  const children = new Set<ChildProcess>();

  /** `onto`: an open file that takes what it says, in place of us. */
  function start(args: readonly string[], env: Env, script = 'server.mjs', input = '', onto: 'pipe' | number = 'pipe'): Running {
    const child = spawn(process.execPath, [join(out, script), ...args], { stdio: ['pipe', onto, 'pipe'], cwd: folder, env: { PATH: process.env['PATH'], ...env } });
    children.add(child);
    child.stdin!.end(input);
    let [stdout, stderr] = ['', ''];
    const lookers = new Set<() => void>();
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      for (const look of lookers) look();
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => void (stderr += text));
    const ended = new Promise<Ended>((done) =>
      child.once('close', (status) => {
        children.delete(child);
        done({ status, stdout, stderr });
      }),
    );
    const until = (sign: RegExp): Promise<RegExpExecArray> =>
      new Promise((done, failed) => {
        const look = (): void => {
          const found = sign.exec(stdout);
          if (found !== null) done(found);
        };
        lookers.add(look);
        look();
        void ended.then(() => failed(new Error(`ended before ${sign}: ${stdout}${stderr}`)));
      });
    return { child, said: () => stdout, until, ended };
  }
  const run = (args: readonly string[], env: Env, script?: string, input?: string): Promise<Ended> => start(args, env, script, input).ended;
  return {
    /** An empty folder that goes with the kit. */
    folder,
    /** Where the bundle is. */
    built: out,
    start,
    /** Runs a command to its end. */
    run,
    /** Gives a folder for data the embedded database of a first start, but for its secret: a first start takes ten times as long as the copy. */
    async furnish(dataDir: string): Promise<void> {
      const template = await templateFolder(async (DATA_DIR) => {
        const { status, stderr } = await run(['db', 'migrate'], { DATA_DIR });
        if (status !== 0) throw new Error(stderr);
      });
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      cpSync(template, join(dataDir, 'pg'), { recursive: true });
    },
    /** Starts a server; its address, with a slash at the end. */
    async serve(env: Env): Promise<{ address: string; server: Running; stop: () => Promise<Ended> }> {
      const server = start(['serve'], { PORT: '0', ...env });
      const [address] = await server.until(/http:\/\/[\w.:[\]]+\//);
      return {
        address,
        server,
        stop: () => {
          server.child.kill('SIGTERM');
          return server.ended;
        },
      };
    },
    close(): void {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
