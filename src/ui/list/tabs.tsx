import { useLingui } from '@lingui/react/macro';
import { fill } from '../../kernel/href.ts';
import { useKeys } from '../bound-key.tsx';
import { useFormat } from '../format.ts';
import { LIST_KEYS } from '../key-entry.ts';
import { useQuery } from '../location.ts';
import { choose, type Chosen } from './filter.tsx';
import style from './tabs.module.css';

/** The values of one filter as tabs over a list, each with how many rows it has; `[` and `]` step through them. */
export function Tabs({ path, name, label, tabs, chosen }: { path: string; name: string; label: string; tabs: readonly { value: string; label: string; count: number | undefined }[]; chosen: Chosen }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { [name]: here = '', ...rest } = chosen;
  const to = (value: string): Chosen => (value === '' ? rest : { ...rest, [name]: value });
  const title = useQuery().get('title') ?? '';
  const known = tabs.every(({ count }) => count !== undefined);
  const all = { value: '', label: t`全部`, count: known ? tabs.reduce((sum, { count = 0 }) => sum + count, 0) : undefined };
  const shown = [all, ...tabs];
  const step = (by: number) => (): void => {
    const at = shown.findIndex(({ value }) => value === here);
    choose(path, to(shown[(at + by + shown.length) % shown.length]!.value));
  };
  useKeys([[LIST_KEYS.next, step(1)], [LIST_KEYS.previous, step(-1)]]);
  return (
    <nav className={style.tabs} aria-label={label}>
      {shown.map(({ value, label: words, count }) => (
        <a key={value} href={`#${fill(path, {}, { ...to(value), title })}`} className={style.tab} aria-current={value === here ? 'true' : undefined}>
          {words} <span className={style.count}>{count === undefined ? '' : number(count)}</span>
        </a>
      ))}
    </nav>
  );
}
