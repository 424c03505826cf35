import { answer, type Served } from '../../host/answer.ts';
import { notice } from './contract.ts';
import { markSeen, readNotices } from './store.ts';

/** The notice endpoints. */
export const served: Served[] = [
  answer(notice.read, (ask) => readNotices(ask, ask.query.rows === '1')),
  answer(notice.seen, async (ask) => {
    await markSeen(ask, ask.body);
    return readNotices(ask, false);
  }),
];
