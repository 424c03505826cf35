import * as z from 'zod/mini';
import { STATUSES } from '../../../machines/order.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { fen, id } from '../../kernel/shape.ts';

/** First version (issue 8 deepens it): orders by status and by hospital. */
export const statistics = {
  overview: endpoint('GET /statistics', {
    may: 'biz:stat:view', summary: '数据统计',
    reply: z.strictObject({
      byStatus: z.array(z.strictObject({ status: z.enum(STATUSES), orders: z.int(), balanceFen: fen })),
      byHospital: z.array(z.strictObject({ id, name: z.string(), orders: z.int(), live: z.int(), payableFen: fen, balanceFen: fen })),
    }),
  }),
};
