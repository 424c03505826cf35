import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the console's build says of itself in `csp.json`: hashes of inline scripts, names of Trusted Types policies. */
interface Policy {
  scriptHashes: string[];
  trustedTypes?: string[];
}
/** A page as it is sent; without a coding, as it is. */
type Page = Record<'' | 'br' | 'gzip', { body: Buffer; etag: string } | null>;
/** A built console: its pages, by their addresses, and their policy. */
export interface Web {
  root: string;
  policy: Policy;
  pages: ReadonlyMap<string, Page>;
}
const EMPTY: Policy = { scriptHashes: [] };
const USUAL = '<meta name="api-prefix" content="/admin-api"';
/**
 * Reads pages and policy at once, at the start: they stay those of one build, whatever becomes of the folder.
 * Pages are told where the API is when it is not at the place they were built for.
 */
export function readWeb(root: string, apiPrefix: string): Web {
  const bytes = (file: string): Buffer | null => (existsSync(join(root, file)) ? readFileSync(join(root, file)) : null);
  const tagged = (body: Buffer | null): Page[''] => (body === null ? null : { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` });
  const moved = !USUAL.includes(`"${apiPrefix}"`);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('index.html'));
  const pages = new Map(
    files.map((file): [string, Page] => {
      const plain = bytes(file)!;
      const page: Page = moved ? { '': tagged(Buffer.from(plain.toString().replace(USUAL, USUAL.replace('/admin-api', apiPrefix)))), br: null, gzip: null } : { '': tagged(plain), br: tagged(bytes(`${file}.br`)), gzip: tagged(bytes(`${file}.gz`)) };
      return [`/${dirname(file) === '.' ? '' : dirname(file).split(sep).join('/')}`, page];
    }),
  );
  return { root, policy: JSON.parse(bytes('csp.json')?.toString() ?? 'null') as Policy | null ?? EMPTY, pages };
}

/** Strict CSP with Trusted Types, and the other headers of every answer (reliability.md, decision 10). */
export async function secureHeaders(app: FastifyInstance, web: Web | null): Promise<void> {
  const { scriptHashes, trustedTypes = [] } = web?.policy ?? EMPTY;
  const self = ["'self'"];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"], scriptSrc: [...self, ...scriptHashes.map((hash) => `'${hash}'`)], styleSrc: self, imgSrc: [...self, 'data:', 'blob:'], fontSrc: self, connectSrc: self, manifestSrc: self,
        baseUri: ["'none'"], formAction: self, frameAncestors: ["'none'"], requireTrustedTypesFor: ["'script'"], trustedTypes: trustedTypes.length === 0 ? ["'none'"] : trustedTypes,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onSend', async (_request, reply) => void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()'));
}

/** The methods by which a page is read. */
export const READS: readonly string[] = ['GET', 'HEAD'];
const HASHED = /\.[0-9a-f]{8,}\.\w+(\.br|\.gz)?$/;
/** What a reader takes, the smallest first. */
function codings(accepted: string | string[] | undefined): (keyof Page)[] {
  const named = new Set(String(accepted ?? '').toLowerCase().split(',').filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one)).map((one) => one.split(';')[0]!.trim()));
  return [...(['br', 'gzip'] as const).filter((coding) => named.has(coding)), ''];
}
function send(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coding = codings(request.headers['accept-encoding']).find((one) => page[one] !== null)!;
  const { body, etag } = page[coding]!;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (request.headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) === true) return reply.code(304).send();
  if (coding !== '') reply.header('content-encoding', coding);
  return reply.type('text/html; charset=utf-8').send(body);
}
/** Serves the built console; answers the page for an address, `method` where it is asked for otherwise than to be read, or null where there is none. The list of files is read once, at the start. */
export async function serveConsole(app: FastifyInstance, { root, pages }: Web): Promise<(path: string, request: FastifyRequest, reply: FastifyReply) => FastifyReply | 'method' | null> {
  await app.register(serveStatic, {
    root, preCompressed: true, index: false, wildcard: false, globIgnore: ['**/*.{br,gz,map}', '**/*.html', 'csp.json'], dotfiles: 'ignore', cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  return (path, request, reply) => {
    const folder = /^(.*)\/index\.html$/.exec(path)?.[1];
    if (folder !== undefined && pages.has(folder || '/') && READS.includes(request.method)) return reply.redirect(`${folder || '/'}${request.url.slice(path.length)}`, 308);
    // a plain address of a record, `/order/PH…`: the page turns it into its hash; a missing file stays missing
    const page = pages.get(path.replace(/(.)\/$/, '$1')) ?? (/\.\w+$/.test(path) ? undefined : pages.get('/'));
    return page === undefined ? null : READS.includes(request.method) ? send(page, request, reply) : 'method';
  };
}
