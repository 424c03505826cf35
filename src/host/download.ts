import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Fault } from '../kernel/error.ts';
import { FILES } from './limit.ts';

/** How long a reader may take nothing of an answer that waits for it, ms. */
export const UNREAD_MS = 60_000;
/** Seconds after which who has enough files under way may ask again. */
const SOON = 5;

/** A file on its way out. `type`: its media type. `plain`: its name for who reads ASCII alone; absent, what is left of `name` then. */
export interface Download {
  name: string;
  plain?: string;
  type: string;
  body: Buffer | Readable;
}

/** Answers the file itself, to be kept and never opened in place; names of any script by RFC 6266. */
export function sendDownload(reply: FastifyReply, { name, plain: said = name, type, body }: Download): FastifyReply {
  const plain = said.replace(/[^\w.-]+/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`).send(body);
}

/** The files that an app is sending: whoever is sent enough of them is told to wait. Call it before the work. @throws Fault too_many */
export function countFiles(): (person: string, response: ServerResponse) => void {
  const sent = new Map<string, number>();
  return (person, response) => {
    const n = sent.get(person) ?? 0;
    if (n >= FILES) throw new Fault('too_many', { seconds: SOON });
    // who asked has gone already
    if (response.destroyed) return;
    sent.set(person, n + 1);
    // also when the file is refused, breaks or is left
    response.once('close', () => {
      const left = sent.get(person)! - 1;
      if (left === 0) sent.delete(person);
      else sent.set(person, left);
    });
  };
}
/** Ends the connection of a reader who takes nothing of an answer for `ms`, and so whatever is read for it; an answer that is long in coming is waited for. */
export function endUnread(response: ServerResponse, ms: number): void {
  const { socket } = response;
  // a test without a line reads all at once
  if (socket instanceof Socket) response.setTimeout(ms, () => void (socket.writableLength > 0 && socket.destroy()));
}
