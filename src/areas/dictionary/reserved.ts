import type { Endpoint } from '../../kernel/endpoint.ts';
import { account } from '../account/contract.ts';
import { auditTrail } from '../audit/contract.ts';
import { book } from '../book/contract.ts';
import { caregiver } from '../caregiver/contract.ts';
import { dashboard } from '../dashboard/contract.ts';
import { department } from '../department/contract.ts';
import { draft } from '../draft/contract.ts';
import { entity } from '../entity/contract.ts';
import { exporting } from '../export/contract.ts';
import { help } from '../help/contract.ts';
import { hospital } from '../hospital/contract.ts';
import { live } from '../live/contract.ts';
import { notice } from '../notice/contract.ts';
import { order } from '../order/contract.ts';
import { own } from '../own/contract.ts';
import { patient } from '../patient/contract.ts';
import { session } from '../session/contract.ts';
import { settlement } from '../settlement/contract.ts';
import { statistics } from '../statistics/contract.ts';
import { preference, views } from '../view/contract.ts';
import { dictionary } from './contract.ts';

type Path = Pick<Endpoint, 'path'>;
/** The first word of these calls, and what follows `/sys/` in them, where it is a fixed one. */
export const firstSegments = (endpoints: readonly Path[]): string[] => [...new Set(endpoints.flatMap(({ path }) => [/^\/([^/:]+)/.exec(path)?.[1] ?? [], /^\/sys\/([^/:]+)/.exec(path)?.[1] ?? []].flat()))];

const TABLE = [account, auditTrail, book, caregiver, dashboard, department, draft, entity, exporting, help, hospital, live, notice, order, own, patient, session, settlement, statistics, preference, views, dictionary].flatMap((calls) => Object.values<Path>(calls));
/** Words that stand deeper in the calls, that the server keeps for itself, or that a later call may take; sys_dict refuses them too. */
const KEPT = ['second', 'items', 'form', 'endpoints', 'openapi'];
/** Codes that no dictionary may have: it could never be reached, or would hide a call (domain.md). */
export const RESERVED: ReadonlySet<string> = new Set([...firstSegments(TABLE), ...KEPT]);
