import type { Feed, Finder, FoundRow } from '../../kernel/area.ts';
import { href } from '../../kernel/href.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import type { Told } from '../../kernel/found.ts';
import { call } from '../../ui/call.ts';
import { onSignedOut } from '../../ui/session.ts';
import { live } from '../live/contract.ts';
import { hospital } from './contract.ts';

type Option = Reply<typeof hospital.options>[number];
/** What the index was told last; null: there is none. */
let known: readonly Option[] | null = null;
onSignedOut(() => void (known = null));

// a hospital has no number that people say, and the digits of its id are none to be found by: they stand as letters
const LETTERS = 'abcdefghij';
const codeOf = (id: string): string => [...id].map((digit) => LETTERS[Number(digit)]).join('');
const idOf = (code: string): string => [...code].map((letter) => LETTERS.indexOf(letter)).join('');
/** A hospital leads to its orders. */
const rowOf = ({ id, name }: Option): FoundRow => ({ id: `hospital:${codeOf(id)}`, title: name, detail: '', why: 'name', to: href('/order/index', {}, { hospitalId: id }) });

/** Hospitals for the palette; while there is no index of them the server is asked each time. */
export const find: Finder = async (q, signal) => {
  const all = known ?? (await call(hospital.options, { signal }));
  return all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())).map(rowOf);
};
/** Those of them that this person works for. */
export const read = async (codes: readonly string[]): Promise<FoundRow[]> => (await call(hospital.options, { background: true })).map(rowOf).filter(({ id }) => codes.includes(id.slice('hospital:'.length)));
/** A hospital of the index. */
export const row = ({ code, name, why }: Told): FoundRow => ({ ...rowOf({ id: idOf(code), name }), why });
/** What the index of hospitals is read by: all of them at once. */
export const feed: Feed = {
  page: async (_asked, signal) => {
    known = await call(hospital.options, { signal, background: true });
    const text = known.map(({ id, name }) => [codeOf(id), name.replace(/[\t\n]/g, ' '), '', '', 0, '', '', '', 1].join('\t')).join('\n');
    return { text, places: [''], next: null, at: new Date().toISOString(), stamp: '', reset: false, cut: false };
  },
  live: live.hospitals,
};
