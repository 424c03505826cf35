import { answer, type Served } from '../../host/answer.ts';
import { dashboard } from './contract.ts';
import { compareWeek, countToday } from './store.ts';

/** The dashboard endpoints. */
export const served: Served[] = [answer(dashboard.today, countToday), answer(dashboard.week, (ask) => compareWeek(ask.reach))];
