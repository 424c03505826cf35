import type { Right } from '../../kernel/access.ts';
import type { Endpoint } from '../../kernel/endpoint.ts';
import { account } from '../account/contract.ts';
import { auditTrail } from '../audit/contract.ts';
import { book } from '../book/contract.ts';
import { caregiver } from '../caregiver/contract.ts';
import { dashboard } from '../dashboard/contract.ts';
import { department } from '../department/contract.ts';
import { dictionary } from '../dictionary/contract.ts';
import { draft } from '../draft/contract.ts';
import { entity } from '../entity/contract.ts';
import { exporting } from '../export/contract.ts';
import { help } from '../help/contract.ts';
import { hospital } from '../hospital/contract.ts';
import { intake } from '../intake/contract.ts';
import { live } from '../live/contract.ts';
import { notice } from '../notice/contract.ts';
import { order } from '../order/contract.ts';
import { own } from '../own/contract.ts';
import { patient } from '../patient/contract.ts';
import { session } from '../session/contract.ts';
import { settlement } from '../settlement/contract.ts';
import { statistics } from '../statistics/contract.ts';
import { preference, views } from '../view/contract.ts';

/** What the matrix shows of a call. */
export type Listed = Pick<Endpoint, 'method' | 'path' | 'may' | 'summary'>;
/** Every call of the console; a test compares it with what the server mounts. */
export const TABLE: readonly Listed[] = [account, session, entity, dictionary, auditTrail, order, patient, draft, live, caregiver, hospital, department, book, intake, statistics, settlement, dashboard, views, preference, exporting, own, help, notice].flatMap((calls) => Object.values<Listed>(calls));
/** The calls that a right opens, alone or as one of several. */
export const openedBy = (right: Right): Listed[] => TABLE.filter(({ may }) => [may].flat().includes(right));
