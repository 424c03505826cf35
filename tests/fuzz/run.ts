import fc from 'fast-check';
import { caller, fileField, wireOf, type Reply, type Wire } from './ask.ts';
import { LONGEST, randomOf, spoil } from './bad.ts';
import { wrong, type Document, type Operation } from './document.ts';
import { calls } from './good.ts';
import type { Person, World } from './world.ts';

/** What was asked of one operation, how it was answered, and all that was wrong with that. */
export interface Tally {
  valid: number;
  invalid: number;
  /** Answers to valid calls by status, such as `200: 41`. */
  answered: Record<string, number>;
  /** Answers to valid calls that broke a rule beyond the schemas. */
  ruled: number;
  failures: string[];
}
const FILES = ['', 'a,b\r\n1,2\r\n', '\ufeff姓名,手机\r\n张三,13812345678\r\n', 'PK\u0003\u0004', Buffer.from([0xff, 0xfe, 0x31, 0x00]), Buffer.from('%PDF-1.4\n%%EOF'), Buffer.from('89504e470d0a1a0a', 'hex')];
const BAD_INPUT = 40_000;
const short = (wire: Wire, reply: Reply): string => `${wire.method} ${wire.target.slice(0, 400)}${wire.body === undefined ? '' : `\n    ${wire.headers['content-type']}: ${wire.body.subarray(0, 700).toString()}`}\n    → ${reply.status} ${reply.bytes.subarray(0, 300).toString()}`;
const codeOf = ({ type, bytes }: Reply): unknown => (type === 'application/json' ? (JSON.parse(bytes.toString()) as { code?: unknown }).code : undefined);

/** How an answer differs from what the document declares for its status; null where it does not. `status: default` is for what the road itself refuses. */
function deviation({ responses }: Operation, reply: Reply, declared: string): string | null {
  const response = responses[declared];
  if (response === undefined) return `status ${reply.status} is not declared`;
  const content = response.content[reply.type] ?? response.content['*/*'];
  if (content === undefined) return `type ${reply.type} is not declared`;
  if (reply.type !== 'application/json' || content === response.content['*/*']) return null;
  const why = wrong(content.schema, JSON.parse(reply.bytes.toString()));
  return why === null ? null : `the body is not what is declared for ${declared}: ${why}`;
}

/** Runs one operation: `cases` valid calls and as many invalid ones by who may make them, and a tenth of that by who may not. */
export async function fuzz(world: World, document: Document, operation: Operation, { seed, cases }: { seed: number; cases: number }): Promise<Tally> {
  const { send, close } = caller(world.port);
  const random = randomOf(seed);
  const known = await world.known(cases);
  const tally: Tally = { valid: 0, invalid: 0, answered: {}, ruled: 0, failures: [] };
  let who = await world.person(1, []);
  const other = await world.hospital();
  const may = ({ perms }: Person): boolean => operation.open || operation.rights.some((right) => right === 'signed-in' || perms.includes(right));
  const as = (wire: Wire, token: string | null): Wire => (token === null ? wire : { ...wire, headers: { ...wire.headers, 'x-access-token': token } });
  /** By who may: whoever was signed out, or has tried too often, begins anew and asks once more. */
  const ask = async (wire: Wire): Promise<Reply> => {
    const reply = await send(as(wire, operation.open ? null : who.token));
    if (reply.status !== 429 && (reply.status !== 401 || operation.open)) return reply;
    await world.forget();
    if (reply.status === 401) who = await world.person(1, []);
    return send(as(wire, operation.open ? null : who.token));
  };
  const failed = (what: string, wire: Wire, reply: Reply): void => void tally.failures.push(`${what}\n    ${short(wire, reply)}`);

  const arbitrary = calls(operation, known);
  const said = fc.sample(arbitrary, { seed, numRuns: cases });
  for (const one of said) {
    const wire = wireOf(operation, one, FILES[random(FILES.length)]);
    const reply = await ask(wire);
    tally.valid++;
    tally.answered[reply.status] = (tally.answered[reply.status] ?? 0) + 1;
    const differs = deviation(operation, reply, String(reply.status));
    if (reply.status >= 500) failed('broken by a valid call', wire, reply);
    else if (differs !== null) failed(differs, wire, reply);
    else if (reply.status === 401 && !operation.open) failed('a living session was refused', wire, reply);
    else if ([405, 413, 415].includes(reply.status)) failed('a valid call was refused as malformed', wire, reply);
    else if (codeOf(reply) === BAD_INPUT) {
      tally.ruled++;
      // a file is more than its schema can say
      if (fileField(operation) === undefined && ![...operation.ruled].some((name) => name === '*' || reply.bytes.toString().includes(name))) failed('a valid call was refused as malformed', wire, reply);
    }
  }
  for (let tries = 0; tally.invalid < cases && tries < cases * 20; tries++) {
    const bad = spoil(operation, said[random(said.length)]!, document, random);
    if (bad === null) continue;
    tally.invalid++;
    const reply = await ask(bad.wire);
    const differs = deviation(operation, reply, [405, 431].includes(reply.status) ? 'default' : String(reply.status));
    if (reply.status >= 500) failed(`broken by ${bad.kind}`, bad.wire, reply);
    else if (!bad.expects.includes(reply.status)) failed(`${bad.kind}: ${reply.status} instead of ${bad.expects.join(' or ')}`, bad.wire, reply);
    else if (differs !== null) failed(`${bad.kind}: ${differs}`, bad.wire, reply);
  }
  if (tally.invalid < cases) tally.failures.push(`only ${tally.invalid} invalid calls could be made`);
  // who may not is told so before anything that was said is looked at
  if (!operation.open)
    for (const [person, expected] of [[null, 401], ...(may(other) ? [] : [[other, 403] as const])] as const)
      for (let i = 0; i < Math.max(2, cases / 10); i++) {
        const one = said[random(said.length)]!;
        const bad = i % 2 === 0 ? null : spoil(operation, one, document, random);
        const wire = bad === null || bad.expects.includes(405) || bad.expects.includes(404) ? wireOf(operation, one) : bad.wire;
        const reply = await send(as(wire, person?.token ?? null));
        const differs = deviation(operation, reply, reply.status === 431 ? 'default' : String(reply.status));
        const isLong = wire.target.length > LONGEST.address && reply.status === 431;
        if (reply.status !== expected && !isLong) failed(`${reply.status} instead of ${expected} for who may not`, wire, reply);
        else if (differs !== null) failed(differs, wire, reply);
      }
  close();
  return tally;
}
