import { answer, type Served } from '../../host/answer.ts';
import { progressOf } from '../../host/progress.ts';
import { exporting } from './contract.ts';

/** The progress of exports and imports. */
export const served: Served[] = [answer(exporting.progress, async ({ reach, viewer, params }) => progressOf(reach, viewer.userId, params['key']!))];
