import { answer, answerFile, type Served } from '../../host/answer.ts';
import { readIndex, readLines } from '../../host/lines.ts';
import { inBoth, spelled } from '../../host/pinyin.ts';
import { assign, change } from './assign.ts';
import { candidates } from './candidate.ts';
import { check } from './check.ts';
import { complain } from './complain.ts';
import { order } from './contract.ts';
import { cancel, complete, start, unassign } from './course.ts';
import { create } from './create.ts';
import { readOrder } from './detail.ts';
import { edit } from './edit.ts';
import { evaluate } from './evaluate.ts';
import { exportOrders } from './export.ts';
import { explain } from './explain.ts';
import { extend } from './extend.ts';
import { findOrders } from './find.ts';
import { findFreeBeds } from './find-bed.ts';
import { hand, keepersOf } from './hand.ts';
import { orderLines } from './index.ts';
import { adjust, pay, settle } from './ledger.ts';
import { orderNames } from './name.ts';
import { changes, preview } from './preview.ts';
import { quote } from './quote.ts';
import { approveRefund, payRefund, rejectRefund, requestRefund } from './refund.ts';
import { renew } from './renew.ts';
import { countOrders, findInOrders, listOrders, pickOrders, selectedOrders } from './store.ts';
import { undo } from './undo.ts';
import { listWards, readWard } from './ward.ts';

/** The order endpoints. */
export const served: Served[] = [
  answer(order.list, (ask) => listOrders(ask.reach, ask.viewer, ask.query)),
  answer(order.counts, (ask) => countOrders(ask.reach, ask.query)),
  answer(order.names, (ask) => orderNames(ask.reach, ask.query.hospitalId)),
  answer(order.rows, (ask) => pickOrders(ask.reach, ask.viewer, ask.query)),
  answer(order.findIn, (ask) => findInOrders(ask.reach, ask.query)),
  answer(order.selected, (ask) => selectedOrders(ask.reach, ask.viewer, ask.body)),
  answerFile(order.export, exportOrders),
  answer(order.find, (ask) => spelled(ask.query.q, (letters) => findOrders(ask.reach, ask.viewer, letters), ({ row }) => row.patientName)),
  answer(order.index, (ask) => readIndex(ask, orderLines(ask.reach), ask.query)),
  answer(order.lines, (ask) => readLines(ask, orderLines(ask.reach), ask.query)),
  answer(order.wards, (ask) => listWards(ask.reach, ask.params['id']!)),
  answer(order.freeBeds, (ask) => inBoth(ask.query.q, (q) => findFreeBeds(ask.reach, q))),
  answer(order.beds, (ask) => readWard(ask.reach, ask.viewer, ask.params['id']!)),
  answer(order.detail, (ask) => readOrder(ask.reach, ask.viewer, ask.params['no'])),
  answer(order.quote, quote),
  answer(order.check, check),
  answer(order.candidates, candidates, '延长须有结束日期 to extend takes plannedEnd'),
  answer(order.keepers, (ask) => keepersOf(ask.reach, ask.params['no'])),
  answer(order.hand, hand, '同事看得到这张订单 the colleague sees this order'),
  answer(order.assign, assign),
  answer(order.change, change),
  answer(order.explain, (ask) => explain(ask.reach, ask.viewer, ask.params['no'])),
  answer(order.pay, pay),
  answer(order.settle, settle),
  answer(order.adjust, adjust),
  answer(order['refund-request'], requestRefund),
  answer(order['refund-approve'], approveRefund),
  answer(order['refund-reject'], rejectRefund),
  answer(order['refund-pay'], payRefund),
  answer(order.evaluate, evaluate),
  answer(order.complain, complain, '护工曾服务于这张订单 the caregiver was given this order'),
  answer(order.preview, preview, '延长须有结束日期 to extend takes plannedEnd'),
  answer(order.changes, changes),
  answer(order.create, create, '生日不在将来 no birthday to come'),
  answer(order.edit, edit, '生日不在将来 no birthday to come'),
  answer(order.unassign, unassign),
  answer(order.start, start),
  answer(order.extend, extend),
  answer(order.renew, renew),
  answer(order.complete, complete),
  answer(order.cancel, cancel),
  answer(order.undo, undo),
];
