import { useLingui } from '@lingui/react/macro';
import { call, CallFailure, DROPPED } from '../../ui/call.ts';
import { announce } from '../../ui/announce.tsx';
import type { Filter } from '../../ui/list/filter.tsx';
import { outdated } from '../../ui/read.ts';
import { Status } from '../../ui/status.tsx';
import { hospital } from '../hospital/contract.ts';
import { department, TAKEN_LABELS } from './contract.ts';

/** Address of the page. */
export const PATH = '/system/department';
/** An id as the address may carry one. */
export const ID = /^[1-9]\d{0,17}$/;
export const blankIsNone = (text: string | undefined): string | null => text?.trim() || null;

/** In use or not, as a word. */
export function Active({ status }: { status: number }) {
  const { t } = useLingui();
  return <Status tone={status === 1 ? 'ok' : 'neutral'} words={status === 1 ? t`启用` : t`停用`} />;
}
/** The choices of a form's or a list's status. */
export function useStatuses(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [{ value: '1', label: t`启用` }, { value: '0', label: t`停用` }];
}
/** The filters that departments, wards and beds have alike. */
export function useCommonFilters(): Filter[] {
  const { t } = useLingui();
  return [{ name: 'status', label: t`状态`, options: useStatuses() }, { name: 'keywords', label: t`查找`, options: [], accepts: /\S/, typed: 'search' }];
}
/** What pages have read of places is old: a department, ward or bed was changed here. */
export const placesChanged = (): void => outdated([department.list, department.read, department.wards, department.readWard, hospital.departments, hospital.places]);

const TAKEN = 40903;
/** The field whose value is another's, as a refusal says it. */
export const blamed = ({ code, message }: Pick<CallFailure, 'code' | 'message'>): string | undefined =>
  code === TAKEN ? Object.entries(TAKEN_LABELS).find(([, labels]) => labels.some((label) => message.endsWith(label)))?.[0] : undefined;
/** Does what a single key asks for; a refusal is said. Returns whether it was done. */
export async function done(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    placesChanged();
    return true;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.code !== DROPPED) announce(error.message);
    return false;
  }
}
/** Removes beds again that were just made, a hundred at a time. */
export const removeBeds = (ids: readonly string[], idempotencyKey: string): Promise<unknown> => call(department.removeBeds, { params: { ids: ids.join(',') }, idempotencyKey });
