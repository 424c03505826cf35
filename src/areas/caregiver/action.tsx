import type { CaregiverEvent } from '../../../machines/caregiver.ts';
import type { Thing } from '../../kernel/area.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { Actions as Bar } from '../../ui/action.tsx';
import { area } from './area.ts';
import type { Subject } from './here.ts';

/** What only leads to a part of the record: the tabs show it (record-part.tsx). */
const PARTS: ReadonlySet<string> = new Set(['caregiver.work', 'caregiver.evaluations', 'caregiver.pay']);
/** The commands that act on a caregiver, by the area's own list. */
const ACTING = area.commands!.filter(({ id, on }) => on === 'caregiver' && !PARTS.has(id));
const NEXT: readonly CaregiverEvent[] = ['approve', 'reinstate', 'return', 'certify'];
const IDLE: ReadonlySet<RefusalName | null> = new Set<RefusalName>(['wrong_state', 'caregiver_state', 'has_served', 'nothing_to_undo', 'undo_not_own', 'undo_late']);
const GRAVE: ReadonlySet<string> = new Set<CaregiverEvent>(['quit', 'blacklist', 'remove']);
/** What may be done to the caregiver (ui/action.tsx). */
export const Actions = ({ row }: { row: Subject }) => <Bar commands={ACTING} row={row as Pick<Thing, 'can' | 'cannot'>} next={NEXT} idle={IDLE} grave={GRAVE} />;
