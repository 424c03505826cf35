import { useKey } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { lastList } from '../list/place.ts';
import { navigate } from '../location.ts';
import { Crumbs, type Crumb } from './crumbs.tsx';

/** The way back to a record's list as it was left, after what lies above that; Esc and Backspace go the same way. */
export function Back({ list, label, above = [], inset }: { list: string; label: string; above?: readonly Crumb[]; /** As of `Crumbs`. */ inset?: true }) {
  useKey(OWN_KEYS.back, () => navigate(lastList(list)));
  return <Crumbs inset={inset} trail={[...above, { to: lastList(list), words: label }]} />;
}
