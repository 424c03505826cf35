import type { Service } from './place.ts';
import type { Random } from './random.ts';
import type { Carer } from './staff.ts';

/** Who serves where, and until when each is taken: gives out caregivers so that nobody is booked beyond a service's capacity. */
export class Roster {
  #posted = new Map<number, Carer[]>();
  constructor(carers: readonly Carer[]) {
    for (const carer of carers)
      for (const hospital of carer.hospitals) {
        const there = this.#posted.get(hospital);
        if (there) there.push(carer);
        else this.#posted.set(hospital, [carer]);
      }
  }
  /** Books someone for whole days `first` to `last`, or answers null: nobody posted there is free. */
  book(random: Random, hospital: number, service: Service, first: number, last: number, besides?: Carer): Carer | null {
    const there = this.#posted.get(hospital) ?? [];
    const from = random.whole(0, Math.max(there.length - 1, 0));
    for (let i = 0; i < there.length; i++) {
      const carer = there[(from + i) % there.length]!;
      if (carer !== besides && carer.from <= first && last <= carer.until && take(carer, service, first, last)) return carer;
    }
    return null;
  }
  /** Who could be booked for these days, without a booking: someone whose order was called off again. `nth`: with whom to begin. */
  free(nth: number, hospital: number, service: Service, first: number, last: number): Carer | null {
    const there = this.#posted.get(hospital) ?? [];
    for (let i = 0; i < there.length; i++) {
      const carer = there[(nth + i) % there.length]!;
      if (carer.from <= first && last <= carer.until && carer.places.every((taken) => taken <= first)) return carer;
    }
    return null;
  }
}
// places are given out in order of booking, not of days: a place is free from the day after its last stay
function take(carer: Carer, service: Service, first: number, last: number): boolean {
  if (carer.places.every((free) => free <= first)) {
    carer.service = service;
    carer.places = Array.from({ length: service.capacity }, () => Math.max(...carer.places, 0));
  }
  if (carer.service !== service) return false;
  const place = carer.places.findIndex((free) => free <= first);
  if (place < 0) return false;
  carer.places[place] = last + 1;
  return true;
}
