import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unescape } from 'node:querystring';
import { Fault } from '../kernel/error.ts';

/** What leaves the house: a captcha's answer (for whoever tries the server), an SMS, an e-mail. `at` is ISO 8601 UTC. */
export interface Message {
  kind: 'captcha' | 'sms' | 'email';
  key?: string;
  to?: string;
  answer?: string;
  text?: string;
  at: string;
}
/** The one way out for SMS and e-mail (domain.md). */
export interface Messenger {
  send(message: Message): Promise<void>;
}

/** Writes JSON lines to `outbox.jsonl` in `dir`; the start refuses it in production. */
export function outboxMessenger(dir: string): Messenger {
  const made = mkdir(dir, { recursive: true });
  return {
    async send(message) {
      await made;
      await appendFile(join(dir, 'outbox.jsonl'), `${JSON.stringify(message)}\n`, { mode: 0o600 });
    },
  };
}

/** Codes of failures after which nobody can have been sent anything: there was no way to the gateway, or it said no. */
const NOT_TAKEN = 'GATEWAY_REFUSED';
const SURE = new Set([NOT_TAKEN, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? '';

/** Posts SMS and e-mail to an HTTP gateway within 10 s, and to no other address that it may name. A captcha's answer stays inside: only people may read it. */
export function gatewayMessenger(url: string): Messenger {
  const to = new URL(url);
  // fetch takes no address with a name in it
  const who = [to.username, to.password].map((part) => unescape(part)).join(':');
  Object.assign(to, { username: '', password: '' });
  const headers = { 'content-type': 'application/json', ...(who === ':' ? {} : { authorization: `Basic ${Buffer.from(who).toString('base64')}` }) };
  return {
    async send(message) {
      if (message.kind === 'captcha') return;
      const reply = await fetch(to, { method: 'POST', headers, body: JSON.stringify(message), redirect: 'error', signal: AbortSignal.timeout(10_000) });
      await reply.body?.cancel();
      // what stands in front of a gateway may say 502 or 504 of what was sent
      if (!reply.ok) throw Object.assign(new Error(`the message gateway answered ${reply.status}`), reply.status < 500 || reply.status === 503 ? { code: NOT_TAKEN } : {});
    },
  };
}

/** A message that was not sent; `sure`: for certain, and not perhaps after all, as where the gateway took it and never answered. */
export class Unsent extends Fault {
  constructor(readonly sure: boolean) {
    super('unsent');
  }
}

/** The same messenger, whose failures are told: some callers do not wait for it, so that its time says nothing. Rejects with Unsent: a gateway that cannot be reached fails in the words of a database that cannot. */
export function watched(messenger: Messenger, failed: (error: unknown) => void): Messenger {
  return {
    send: (message) =>
      messenger.send(message).catch((error: unknown) => {
        failed(error);
        throw new Unsent(SURE.has(codeOf(error)) || SURE.has(codeOf((error as Error).cause)));
      }),
  };
}

/** Keeps messages in memory, for tests. */
export function memoryMessenger(): Messenger & { sent: Message[] } {
  const sent: Message[] = [];
  return { sent, send: async (message) => void sent.push(message) };
}
