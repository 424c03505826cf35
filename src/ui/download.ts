import { msg } from '@lingui/core/macro';
import type { Endpoint } from '../kernel/endpoint.ts';
import { broken, CallFailure, opened, send, type CallInput } from './call.ts';
import { currentI18n } from './language.tsx';

/** Media type of each kind of file that can be asked for; a call that takes no `type` gives the first. */
const KINDS = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv', pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' } as const;
type Kind = keyof typeof KINDS;
const kindOf = (type: string | null): string => (type ?? '').split(';')[0]!.trim().toLowerCase();

/** Milliseconds until the browser has surely taken the bytes over. */
const TAKEN_OVER = 60_000;

/** The name that the server gives a file (RFC 6266, RFC 8187), made safe as one; `otherwise` when there is none. */
export function fileName(disposition: string | null, otherwise: string): string {
  const [, whole] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="([^"]+)"/i.exec(disposition ?? '') ?? [];
  let name = plain ?? otherwise;
  try {
    if (whole !== undefined) name = decodeURIComponent(whole);
  } catch {
    // the plain one will do
  }
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_');
}
/** Saves bytes that the console made or was given, under this name. */
export function saveFile(body: Blob, name: string): void {
  const url = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_OVER);
}

/** Asks for a file and saves it; `type`: the kind that is asked for, or those it may be, where the query does not say it. Only what comes as the kind of file that was asked for is one; anything else is a refusal, whatever its status. @throws CallFailure */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}, type: Kind | readonly Kind[] = ((input.query ?? {}) as { type?: Kind }).type ?? 'xlsx'): Promise<void> {
  const answer = await send(endpoint, input as CallInput<Endpoint>, 'blob');
  const kind = kindOf(answer.headers.get('content-type'));
  if (!answer.ok || kind === 'application/json') {
    opened({ ...answer, body: await answer.body.text() }, input);
    throw broken(answer.status);
  }
  // a page of the network between here and the server, such as one that wants a password
  if (![type].flat().some((one) => kind === KINDS[one as Kind])) throw new CallFailure(answer.status, 0, currentI18n()._(msg`回来的不是文件，可能是网络中途换成了别的页面。检查网络后再试一次。`));
  saveFile(answer.body, fileName(answer.headers.get('content-disposition'), endpoint.file ?? 'file'));
}
