import { Agent, request } from 'node:http';
import type { Operation } from './document.ts';
import type { Said } from './good.ts';

/** A call as it goes over the wire. `target`: the address with its query. */
export interface Wire {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}
/** What came back. `type`: the media type alone. */
export interface Reply {
  status: number;
  type: string;
  bytes: Buffer;
}

/** One text in an address, byte by byte where it is no text. */
export const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString()).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
/** The address of what is said, by the document's own serialisation: lists repeat their name. */
export function addressOf({ path }: Pick<Operation, 'path'>, { params, query }: Said): { address: string; asked: string } {
  const asked = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => `${encoded(name)}=${encoded(one)}`));
  return { address: path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]!)), asked: asked.join('&') };
}
/** A form with one file. */
export function form(field: string, bytes: Buffer | string, more = ''): Buffer {
  return Buffer.concat([Buffer.from(`${more}--edge\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\nContent-Type: application/octet-stream\r\n\r\n`), Buffer.from(bytes as string), Buffer.from('\r\n--edge--\r\n')]);
}
export const FORM = 'multipart/form-data; boundary=edge';
/** The one field of an operation that takes a file. */
export const fileField = ({ body }: Operation): string | undefined => Object.keys(body?.['multipart/form-data']?.schema.properties ?? {})[0];

/** What is said, as it goes over the wire. `file`: what an operation that takes one is given. */
export function wireOf(operation: Operation, said: Said, file: Buffer | string = ''): Wire {
  const { address, asked } = addressOf(operation, said);
  const field = fileField(operation);
  const accept = [...new Set([...Object.keys(operation.responses['200']?.content ?? {}), 'application/json'])].join(', ');
  const json = operation.body?.['application/json'] !== undefined;
  return {
    method: operation.method, target: asked === '' ? address : `${address}?${asked}`,
    headers: { accept, ...(json ? { 'content-type': 'application/json' } : field === undefined ? {} : { 'content-type': FORM }) },
    ...(json ? { body: Buffer.from(JSON.stringify(said.body)) } : field === undefined ? {} : { body: form(field, file) }),
  };
}

/** Calls the server at a port, one connection after the other kept alive. */
export function caller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const once = ({ method, target, headers, body }: Wire): Promise<Reply> =>
    new Promise((done, failed) => {
      let answered = false;
      const call = request({ host: '127.0.0.1', port, method, path: target, agent, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(body.length) }) } }, (reply) => {
        answered = true;
        const type = String(reply.headers['content-type'] ?? '').split(';', 1)[0]!;
        const parts: Buffer[] = [];
        const end = (): void => done({ status: reply.statusCode!, type, bytes: Buffer.concat(parts) });
        // a stream has no end of its own
        if (type === 'text/event-stream') {
          end();
          return void reply.destroy();
        }
        reply.on('data', (part: Buffer) => parts.push(part)).on('end', end).on('error', failed);
      });
      call.on('error', (error) => (answered ? undefined : failed(error)));
      call.end(body);
    });
  return {
    /** A connection that the server closed while we wrote is tried once more. */
    send: (wire: Wire): Promise<Reply> => once(wire).catch((error: { code?: string }) => (error.code === 'ECONNRESET' || error.code === 'EPIPE' ? once(wire) : Promise.reject(error))),
    close: (): void => agent.destroy(),
  };
}
