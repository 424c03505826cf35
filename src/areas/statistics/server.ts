import { answer, type Served } from '../../host/answer.ts';
import { statistics } from './contract.ts';
import { readOverview } from './store.ts';

/** The statistics endpoint. */
export const served: Served[] = [answer(statistics.overview, (ask) => readOverview(ask.reach))];
