import { href } from '../../kernel/href.ts';
import { useHere } from '../../ui/here.ts';
import { navigate } from '../../ui/location.ts';
import type { HospitalRow } from './contract.ts';

/** What is done to a hospital, by the last word of a command's id. */
export type HospitalVerb = 'edit' | 'status' | 'account';
/** What belongs to a hospital and has a page of its own, by the last word of a command's id. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  department: (id) => href('/system/department', {}, { hospitalId: id }),
  book: (id) => href('/system/book', {}, { hospital: id }),
  bed: (id) => href('/order/bed', {}, { hospital: id }),
};
/** The address of what belongs to a hospital. */
export const pageOf = (what: 'department' | 'book' | 'bed', { id }: Pick<HospitalRow, 'id'>): string => PAGES[what]!(id);

/** Says on which hospital commands act while the list is shown. */
export function useHospitalHere(row: () => HospitalRow | undefined, act: (verb: HospitalVerb, row: HospitalRow) => void): void {
  const thing = (one: HospitalRow) => ({ ...one, no: one.id, cannot: {} });
  useHere({
    on: 'hospital',
    row: () => {
      const one = row();
      return one && thing(one);
    },
    selection: () => [],
    act: ({ id }, on) => {
      const one = on as HospitalRow;
      const verb = id.slice('hospital.'.length);
      const page = PAGES[verb];
      if (page === undefined) act(verb as HospitalVerb, one);
      else navigate(page(one.id));
      // that is done when its form is sent
      return verb === 'edit';
    },
  });
}
