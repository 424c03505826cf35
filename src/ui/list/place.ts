import { fill } from '../../kernel/href.ts';
import { onSignedOut } from '../session.ts';

const last = new Map<string, Record<string, string>>();
onSignedOut(() => last.clear());

/** Keeps the filters a list was left with. */
export const rememberList = (path: string, chosen: Record<string, string>): void => void last.set(path, chosen);
/** The address of a list as it was left. */
export const lastList = (path: string): string => fill(path, {}, last.get(path) ?? {});
