// Who sends slowly, over a real line: a file that somebody known sends may take its time, everything else may not.
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACE } from '../../src/host/upload.ts';
import { PREFIX, startApi, type Api } from '../kit/api.ts';

let api: Api;
let port: number;
let token: string;
beforeAll(async () => {
  api = await startApi();
  await api.account({ username: 'admin', role: 1 });
  ({ token } = await api.signIn('admin'));
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = api.app.server.address() as AddressInfo);
});
afterAll(() => api.close());

interface Heard {
  text: string;
  /** Seconds until the line was closed. */
  after: number;
}
/** Sends `head`, then each part a second after the one before, then nothing more; what came back until the server closed. */
async function send(head: string, parts: Iterable<string>): Promise<Heard> {
  const from = performance.now();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => void (text += more)).on('error', () => undefined);
  const closed = new Promise<void>((done) => void socket.once('close', () => done()));
  socket.write(head);
  for (const part of parts) {
    if ((await Promise.race([sleep(1_000), closed.then(() => 'closed')])) === 'closed') break;
    socket.write(part);
  }
  await closed;
  return { text, after: (performance.now() - from) / 1_000 };
}
const headOf = (path: string, type: string, length: number, more = ''): string => `POST ${PREFIX}${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${more}\r\n`;
const FORM = 'multipart/form-data; boundary=edge';
const [OPEN, CLOSE] = ['--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n', '\r\n--edge--\r\n'];
const known = (): string => `X-Access-Token: ${token}\r\n`;
/** The form of a file in so many parts, each a line, and its head. */
function slowFile(lines: number, more = known()): [string, string[]] {
  const file = Array.from({ length: lines }, (_, i) => (i === 0 ? '账号,姓名,性别,角色,手机,邮箱,医院,状态' : `\r\nslow${i},姓名,,,,,,`));
  const all = [OPEN, ...file, CLOSE];
  return [headOf('/sys/import?dryRun=true', FORM, Buffer.byteLength(all.join('')), more), all];
}
const kept = (head: string): string => head.replace('Connection: close\r\n', '');
const status = ({ text }: Heard): number => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);

test('a file that keeps coming is taken however slow its line is; one that stalls, goes on for ever or is a stranger\'s, and anything else that is slow, is ended', async () => {
  Object.assign(PACE, { whole: 20 });
  const [head, parts] = slowFile(14);
  const [quick, lines] = slowFile(2);
  const [moving, again, stalled, endless, strange, json, headers] = await Promise.all([
    send(head, parts),
    send(kept(quick) + lines.join('') + head, parts),
    send(head, parts.slice(0, 4)),
    send(...slowFile(60)),
    send(...slowFile(40, 'X-Access-Token: nobody\r\n')),
    send(headOf('/sys', 'application/json', 400, known()), Array.from({ length: 40 }, () => ' ')),
    send(`POST ${PREFIX}/sys HTTP/1.1\r\nHost: h\r\n`, Array.from({ length: 40 }, (_, i) => `X-${i}: y\r\n`)),
  ]);
  // read to its end, and looked at line by line
  expect([status(moving), moving.text]).toEqual([200, expect.stringContaining('"rows":13,')]);
  expect(moving.after).toBeGreaterThan(14);
  // the second file of a line too
  expect([again.text.match(/"rows":\d+/g), again.after > 14]).toEqual([['"rows":1', '"rows":13'], true]);
  expect([status(stalled), stalled.after > PACE.still, stalled.after < 17]).toEqual([408, true, true]);
  expect([status(endless), endless.after > 18, endless.after < 25]).toEqual([408, true, true]);
  expect([status(strange), strange.after < 15]).toEqual([401, true]);
  for (const heard of [json, headers]) expect([status(heard), heard.after < 15]).toEqual([408, true]);
  // who was answered and goes on sending all the same
  const refused = await send(kept(headOf('/sys/import?dryRun=true', FORM, 100_000_000, known())), [OPEN, ...Array.from({ length: 40 }, () => 'x')]);
  expect([status(refused), refused.after < 15]).toEqual([413, true]);
}, 90_000);
