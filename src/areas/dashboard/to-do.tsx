import type { MouseEvent } from 'react';
import { Plural, useLingui } from '@lingui/react/macro';
import { may, type Right } from '../../kernel/access.ts';
import type { KeyEntry } from '../../kernel/area.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { useFormat } from '../../ui/format.ts';
import { navigate } from '../../ui/location.ts';
import { openNotice, useNotices } from '../../ui/notice/state.ts';
import { useViewer, type SignedIn } from '../../ui/session.ts';
import type { dashboard, Figure } from './contract.ts';
import style from './dashboard.module.css';
import { DASHBOARD_KEYS } from './key.ts';

interface Line {
  figure: Figure;
  entry: KeyEntry;
  right: Right;
  to: string;
  /** The kind of notice (areas/notice) that opens the same list. */
  notice?: string;
}
/** The lines in the order of their keys; of nobody yet those of anybody. */
function linesOf(viewer: SignedIn | null): Line[] {
  const orders = (figure: Figure, entry: KeyEntry, query: Record<string, string>, notice?: string): Line => ({ figure, entry, right: 'biz:order:list', to: href('/order/index', {}, query), ...(notice === undefined ? {} : { notice }) });
  const lines = [
    orders('toAssign', DASHBOARD_KEYS.assign, { status: 'pending_assign' }),
    orders('startsToday', DASHBOARD_KEYS.start, { due: 'starts_today' }),
    orders('endsToday', DASHBOARD_KEYS.end, { due: 'ends_today' }, 'ends_today'),
    orders('toSettle', DASHBOARD_KEYS.settle, { status: 'pending_payment' }),
    { figure: 'certificatesEnding', entry: DASHBOARD_KEYS.certificate, right: 'biz:caregiver:list', to: href('/caregiver/index', {}, { certificate: 'ending' }), notice: 'certificates_ending' } as const,
    orders('waitsLong', DASHBOARD_KEYS.long, { due: 'waits_long' }, 'waits_long'),
    orders('mine', DASHBOARD_KEYS.mine, { keeperId: viewer?.userId ?? '' }, 'mine'),
    orders('overdue', DASHBOARD_KEYS.overdue, { due: 'overdue' }),
  ];
  return viewer === null ? lines : lines.filter(({ right }) => may(viewer, right));
}
const plain = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => !ctrlKey && !metaKey && !shiftKey;

/** What there is to do as figures, each the length of the list that it opens, with what of it is unread. */
export function ToDo({ data }: { data: Reply<typeof dashboard.today> | undefined }) {
  const keys = useKeyProps();
  const { i18n } = useLingui();
  const format = useFormat();
  const { notices } = useNotices();
  const lines = linesOf(useViewer()).filter(({ figure }) => data?.[figure] !== null);
  const unreadOf = ({ notice = '' }: Line): number => notices?.of[notice]?.unread ?? 0;
  // who opens the rows of a notice has read it, whichever way they came
  const open = (line: Line): void => (unreadOf(line) > 0 ? openNotice(line.notice!) : navigate(line.to));
  useKeys(lines.map((line) => [line.entry, () => open(line)]));
  return (
    <ul className={style.lines} aria-busy={data === undefined}>
      {lines.map((line) => {
        const { figure, entry, to } = line;
        const value = data?.[figure];
        const fresh = unreadOf(line);
        return (
          <li key={figure}>
            <a
              className={style.entry} href={`#${to}`} data-figure={figure} {...keys(entry)}
              onClick={(event) => {
                // with a modifier it is the browser's own: another tab
                if (!plain(event)) return;
                event.preventDefault();
                open(line);
              }}
            >
              <KeyCap of={entry} />
              <span>{i18n._(entry.words)}</span>
              <span className={style.fresh}>{fresh > 0 && <Plural value={fresh} other="# 条未读" />}</span>
              <span className={style.figure}>{value === undefined || value === null ? <span className={style.skeleton} /> : format.number(value)}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
