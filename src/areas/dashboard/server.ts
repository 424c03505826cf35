import { answer, type Served } from '../../host/answer.ts';
import { dashboard } from './contract.ts';
import { countToday } from './store.ts';

/** The dashboard endpoint. */
export const served: Served[] = [answer(dashboard.today, (ask) => countToday(ask.reach))];
