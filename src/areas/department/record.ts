import { msg } from '@lingui/core/macro';
import type { Finder } from '../../kernel/area.ts';
import { placeApart } from '../../kernel/bed.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { currentI18n } from '../../ui/language.tsx';
import { order } from '../order/contract.ts';

const say = (words: { id: string }): string => currentI18n()._(words);
/** Beds in which nobody is, by their place and number, on the map of beds. One that somebody is in is found by its order; of what names no bed with a place nobody is asked. */
export const find: Finder = async (q, signal) => {
  const words = q.normalize('NFKC').toLowerCase().trim().split(/\s+/).flatMap(placeApart);
  if (words.length < 2 || !(/\p{Script=Han}/u.test(q) || /^[a-z]{2,}$/.test(words[0]!)) || !words.some((word) => /^(?:[a-z加]?\d|\d+-\d|[a-z]+\d.*床)/u.test(word))) return [];
  const found = await call(order.freeBeds, { query: { q }, signal });
  return found.map(({ id, bedNo, wardId, wardName, departmentName, hospitalId, hospitalName }) => {
    // what tells rows apart is never cut: the bed in the title, the ward last of the rest
    const detail = [departmentName, bedNo.endsWith('床') ? bedNo : say(msg`${bedNo}床`)].join(' · ');
    return { id: `bed:${id}`, title: say(msg`床位图：${detail}`), detail: `${hospitalName} · ${wardName}`, trailing: say(msg`空床`), to: href('/order/bed', {}, { hospital: hospitalId, ward: wardId, bed: id }) };
  });
};
