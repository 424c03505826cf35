import { onSignedOut } from './session.ts';

const KEPT = 300;
const known = new Map<string, unknown>();
onSignedOut(() => known.clear());

/** Keeps what a list or the palette already shows of a record, so that its page paints before the server answers. */
export function remember(kind: string, key: string, row: unknown): void {
  const at = `${kind}:${key}`;
  known.delete(at);
  known.set(at, row);
  for (const oldest of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(oldest);
  }
}
/** What is known of a record, or undefined. The caller says what `kind` holds. */
export const recall = <T>(kind: string, key: string): T | undefined => known.get(`${kind}:${key}`) as T | undefined;
