import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What the console's build says of itself in `csp.json`: hashes of inline scripts, names of Trusted Types policies. */
interface Build {
  scriptHashes: string[];
  trustedTypes?: string[];
}
function buildOf(webRoot: string | undefined): Build {
  const file = webRoot === undefined ? '' : join(webRoot, 'csp.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Build) : { scriptHashes: [] };
}

/** Strict CSP with Trusted Types, and the other headers of every answer (reliability.md, decision 10). */
export async function secureHeaders(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  const { scriptHashes, trustedTypes = [] } = buildOf(webRoot);
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

const HASHED = /\.[0-9a-f]{8,}\.\w+(\.br|\.gz)?$/;
/**
 * Serves the built console; answers the page for an address, or null where there is none. The list of files is read once, at the start.
 * Pages are told where the API is when it is not at the place they were built for.
 */
export async function serveConsole(app: FastifyInstance, webRoot: string, apiPrefix: string): Promise<(path: string, reply: FastifyReply) => FastifyReply | null> {
  await app.register(serveStatic, {
    root: webRoot, preCompressed: true, index: false, wildcard: false, globIgnore: ['**/*.{br,gz,map}', '**/*.html', 'csp.json'], dotfiles: 'ignore', cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  const pages = new Map(
    readdirSync(webRoot, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('index.html'))
      .map((file) => [`/${dirname(file) === '.' ? '' : dirname(file).split(sep).join('/')}`, file]),
  );
  const send = (page: string, reply: FastifyReply): FastifyReply => {
    const usual = '<meta name="api-prefix" content="/admin-api"';
    if (usual.includes(`"${apiPrefix}"`)) return reply.sendFile(page);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(readFileSync(join(webRoot, page), 'utf8').replace(usual, usual.replace('/admin-api', apiPrefix)));
  };
  return (path, reply) => {
    const page = pages.get(path.replace(/(.)\/$/, '$1'));
    if (page !== undefined) return send(page, reply);
    // a plain address of a record, `/order/PH…`: the page turns it into its hash; a missing file stays missing
    return !/\.\w+$/.test(path) && pages.has('/') ? send(pages.get('/')!, reply) : null;
  };
}
