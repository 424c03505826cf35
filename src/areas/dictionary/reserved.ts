import type { Endpoint } from '../../kernel/endpoint.ts';
import { account } from '../account/contract.ts';
import { auditTrail } from '../audit/contract.ts';
import { entity } from '../entity/contract.ts';
import { session } from '../session/contract.ts';
import { dictionary } from './contract.ts';

/** What follows `/sys/` in these calls, where it is a fixed word. */
export const firstSegments = (endpoints: readonly Pick<Endpoint, 'path'>[]): string[] => [...new Set(endpoints.flatMap(({ path }) => /^\/sys\/([^/:]+)/.exec(path)?.[1] ?? []))];

/** Words that stand deeper in the calls, or that a later call may take; sys_dict refuses them too. */
const KEPT = ['second', 'items', 'form'];
/** Codes that no dictionary may have: it could never be reached, or would hide a call (domain.md). */
export const RESERVED: ReadonlySet<string> = new Set([...firstSegments([account, auditTrail, entity, session, dictionary].flatMap((calls) => Object.values<Pick<Endpoint, 'path'>>(calls))), ...KEPT]);
