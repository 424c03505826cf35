import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { currentI18n } from '../../ui/language.tsx';
import { outdated } from '../../ui/read.ts';
import { toast } from '../../ui/toast.tsx';
import { msg } from '@lingui/core/macro';
import { order } from '../order/contract.ts';
import { hospital } from '../hospital/contract.ts';
import { book, type HolidayRange, type PriceRange, type ShiftTimes } from './contract.ts';

/** A part of the book: which, and of what. */
export type Part = { kind: 'prices'; hospitalId: string; serviceId: string } | { kind: 'holidays'; hospitalId: string } | { kind: 'common' } | { kind: 'shifts'; hospitalId: string };
/** What a part holds. */
export type Held<P extends Part> = P['kind'] extends 'prices' ? PriceRange[] : P['kind'] extends 'shifts' ? ShiftTimes : HolidayRange[];

/** Writes a part as it is to be over what was seen. @throws CallFailure */
export async function write<P extends Part>(part: P, was: Held<P>, now: Held<P>, idempotencyKey: string): Promise<Held<P>> {
  const given = { body: { was, now } as never, idempotencyKey };
  const id = 'hospitalId' in part ? part.hospitalId : '';
  const reply = part.kind === 'prices' ? await call(book.prices, { params: { id, itemId: part.serviceId }, ...given }) : part.kind === 'holidays' ? await call(book.holidays, { params: { id }, ...given }) : part.kind === 'shifts' ? await call(book.shifts, { params: { id }, ...given }) : await call(book.common, given);
  outdated([book.read, hospital.services, order.quote]);
  return reply as Held<P>;
}
/** What is being taken out, or was: out of which part as it was seen. */
let removing: { was: object; now: string } | null = null;
/** Says what was done to a part, with the way back: it becomes again what it was. */
export function written<P extends Part>(words: string, part: P, was: Held<P>, now: Held<P>): void {
  toast({
    words,
    undo: async () => {
      // the same again, though the page was not read anew meanwhile
      removing = null;
      try {
        await write(part, now, was, newKey());
        announce(currentI18n()._(msg`已撤销`));
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (error.code === DROPPED) return;
        announce(error.message);
        outdated([book.read]);
      }
    },
  });
}
/** Takes one range out of a part; what stood in the way is said. The same once more, before one sees that it has gone, does nothing. */
export async function removed<P extends Part>(words: string, part: P, was: Held<P>, now: Held<P>): Promise<void> {
  const text = JSON.stringify(now);
  if (removing?.was === was && removing.now === text) return;
  removing = { was, now: text };
  try {
    written(words, part, was, await write(part, was, now, newKey()));
  } catch (error) {
    removing = null;
    if (!(error instanceof CallFailure)) throw error;
    if (error.code === DROPPED) return;
    announce(error.message);
    outdated([book.read]);
  }
}
