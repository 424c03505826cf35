import type { Endpoint } from '../../kernel/endpoint.ts';
import { account } from '../account/contract.ts';
import { auditTrail } from '../audit/contract.ts';
import { caregiver } from '../caregiver/contract.ts';
import { dashboard } from '../dashboard/contract.ts';
import { entity } from '../entity/contract.ts';
import { hospital } from '../hospital/contract.ts';
import { order } from '../order/contract.ts';
import { session } from '../session/contract.ts';
import { statistics } from '../statistics/contract.ts';
import { dictionary } from './contract.ts';

type Path = Pick<Endpoint, 'path'>;
/** The first word of these calls, and what follows `/sys/` in them, where it is a fixed one. */
export const firstSegments = (endpoints: readonly Path[]): string[] => [...new Set(endpoints.flatMap(({ path }) => [/^\/([^/:]+)/.exec(path)?.[1] ?? [], /^\/sys\/([^/:]+)/.exec(path)?.[1] ?? []].flat()))];

const TABLE = [account, auditTrail, caregiver, dashboard, entity, hospital, order, session, statistics, dictionary].flatMap((calls) => Object.values<Path>(calls));
/** Words that stand deeper in the calls, that the server keeps for itself, or that a later call may take; sys_dict refuses them too. */
const KEPT = ['second', 'items', 'form', 'endpoints', 'openapi', 'patients', 'drafts', 'live'];
/** Codes that no dictionary may have: it could never be reached, or would hide a call (domain.md). */
export const RESERVED: ReadonlySet<string> = new Set([...firstSegments(TABLE), ...KEPT]);
