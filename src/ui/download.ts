import type { Endpoint } from '../kernel/endpoint.ts';
import { broken, opened, send, type CallInput } from './call.ts';

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
function save(body: Blob, name: string): void {
  const url = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_OVER);
}

/** Asks for a file and saves it. A body that is JSON is a refusal, whatever its status, and is never saved. @throws CallFailure */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<void> {
  const answer = await send(endpoint, input as CallInput<Endpoint>, 'blob');
  const json = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
  if (!answer.ok || json) {
    opened({ ...answer, body: await answer.body.text() }, input);
    throw broken(answer.status);
  }
  save(answer.body, fileName(answer.headers.get('content-disposition'), endpoint.file ?? 'file'));
}
