import { msg } from '@lingui/core/macro';
import type { Tone, Words } from '../../kernel/area.ts';
import type { Hindrance, HospitalMonth } from './contract.ts';

/** Where a month stands. */
export const STATE_WORDS: Record<HospitalMonth['state'], Words> = { running: msg`进行中`, open: msg`未月结`, closed: msg`已月结` };
export const STATE_TONE: Record<HospitalMonth['state'], Tone> = { running: 'neutral', open: 'warn', closed: 'ok' };
/** What an order still needs before its month can be closed. */
export const HINDRANCE_WORDS: Record<Hindrance['kind'], Words> = { unassigned: msg`还没派单`, unstarted: msg`还没开始服务`, unfinished: msg`到期还没完成` };
