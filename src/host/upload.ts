import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import { languageOf, unreadable } from './envelope.ts';
import { clean } from './input.ts';
import { beginning } from './json.ts';

/** A file that came in. `name`: as its sender called it, at most 200 characters. */
export interface Upload {
  name: string;
  bytes: Buffer;
}
/** What a call that takes no file is given. */
export const NO_FILE: Upload = { name: '', bytes: Buffer.alloc(0) };
// bytes of a form beside its file: boundaries and headers of the part
const FRAME = 16 * 1024;
const BROKEN = { 'zh-cn': '表单不完整', en: 'the form is incomplete' };

/** Seconds: how long nothing may come of a file, how long all of it may take, and how long one may go on sending who was answered already. */
export const PACE = { still: 10, whole: 300, answered: 2 };
const LATE = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };
/** The file that is coming on a line. */
const coming = new WeakMap<Socket, IncomingMessage>();
/** Lets a file come as slowly as its line is, as long as it comes. Whoever sends it is let in already: strangers have 12 s for all they say. */
export function letCome(request: IncomingMessage, response: ServerResponse, id: string): void {
  const { socket } = request;
  if (!(socket instanceof Socket)) return; // of a test, which has no line
  let { bytesRead: had } = socket;
  let [still, whole] = [0, PACE.whole];
  coming.set(socket, request);
  const over = (): void => {
    clearInterval(look);
    // the next call of this line may have begun
    if (coming.get(socket) === request) coming.delete(socket);
  };
  // counted, not timed: while this process was busy nobody could be heard
  const look = setInterval(() => {
    if (request.complete || socket.destroyed) return over();
    if (response.writableEnded) whole = Math.min(whole, PACE.answered);
    still = socket.bytesRead === had ? still + 1 : 0;
    had = socket.bytesRead;
    whole -= 1;
    if (still < PACE.still && whole > 0) return;
    over();
    if (response.headersSent) socket.destroy();
    else unreadable(LATE, socket, id, request);
  }, 1_000).unref();
}
/** Does a file come on this line, which may take longer than all else? */
export const mayTakeLonger = (error: { code?: string }, socket: Socket): boolean => error.code === LATE.code && coming.has(socket);

/** Makes `door` a place whose calls take a form with a file and nothing else; all others go on taking JSON alone. */
export async function takeForms(door: FastifyInstance): Promise<void> {
  door.removeAllContentTypeParsers();
  await door.register(multipart);
  door.addContentTypeParser('*', (_request, _body, done) => done(new Fault('not_form')));
}

/** The one file of a form, in the named field. @throws Fault not_form, too_large, bad_input, bad_file */
export async function takeFile(request: FastifyRequest, { field, bytes }: NonNullable<Endpoint['upload']>): Promise<Upload> {
  if (!request.isMultipart()) throw new Fault('not_form');
  if (Number(request.headers['content-length'] ?? 0) > bytes + FRAME) throw new Fault('too_large');
  let file: Upload | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: bytes, files: 2, fields: 1, parts: 3, fieldSize: 1024, headerPairs: 20 } })) {
      if (part.type !== 'file' || part.fieldname !== field || file !== undefined) throw new Fault('bad_input', { detail: beginning(part.fieldname, 40) || '…' });
      file = { name: clean(part.filename ?? '') ? beginning(part.filename ?? '', 200) : '', bytes: await part.toBuffer() };
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    if ((error as { statusCode?: number }).statusCode === 413) throw new Fault('too_large');
    throw new Fault('bad_file', { detail: BROKEN[languageOf(request.headers)] });
  }
  if (file === undefined) throw new Fault('bad_input', { detail: field });
  return file;
}
