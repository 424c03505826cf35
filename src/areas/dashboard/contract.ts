import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant } from '../../kernel/shape.ts';

/** Today's counts within the reader's scope; each equals the total of the list it opens. */
export const dashboard = {
  today: endpoint('GET /dashboard', {
    may: 'signed-in', summary: '今日概览',
    reply: z.strictObject({ toAssign: z.int(), startsToday: z.int(), endsToday: z.int(), toSettle: z.int(), certificatesEnding: z.int(), at: instant }),
  }),
};
