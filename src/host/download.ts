import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file on its way out. `type`: its media type. */
export interface Download {
  name: string;
  type: string;
  body: Buffer | Readable;
}

/** Answers the file itself, to be kept and never opened in place; names of any script by RFC 6266. */
export function sendDownload(reply: FastifyReply, { name, type, body }: Download): FastifyReply {
  const plain = name.replace(/[^\w.-]+/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`).send(body);
}
