import { msg } from '@lingui/core/macro';
import type { ServiceState, Status } from '../../machines/order.ts';
import type { Tone, Words } from '../kernel/area.ts';

/** An order's one status in the hospital's own terms (domain.md): lists, palette, statistics and stints all say it so. */
export const STATUS_WORDS: Record<Status, Words> = {
  refunding: msg`退款中`,
  cancelled: msg`已取消`,
  pending_assign: msg`待派单`,
  pending_service: msg`待服务`,
  in_service: msg`服务中`,
  pending_payment: msg`待结清`,
  pending_evaluation: msg`待评价`,
  closed: msg`已完成`,
};
/** The colour of a status dot. */
export const STATUS_TONE: Record<Status, Tone> = {
  refunding: 'danger',
  cancelled: 'neutral',
  pending_assign: 'warn',
  pending_service: 'accent',
  in_service: 'ok',
  pending_payment: 'warn',
  pending_evaluation: 'accent',
  closed: 'neutral',
};
/** The steps of the service axis, as the stepper names them. */
export const SERVICE_WORDS: Record<ServiceState, Words> = {
  pending_assign: msg`待派单`,
  assigned: msg`待服务`,
  in_service: msg`服务中`,
  completed: msg`服务完成`,
  cancelled: msg`已取消`,
};
