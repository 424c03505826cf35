import { answer, type Served } from '../../host/answer.ts';
import { progressOf } from '../../host/progress.ts';
import { Fault } from '../../kernel/error.ts';
import { exporting } from './contract.ts';

/** The progress of exports and imports. */
export const served: Served[] = [answer(exporting.progress, async ({ reach, viewer, params }) => {
  const key = params['key']!;
  // no Idempotency-Key has another sign
  if (!/^[\w-]+$/.test(key)) throw new Fault('not_found');
  return progressOf(reach, viewer.userId, key);
})];
