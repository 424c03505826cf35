import { Trans, useLingui } from '@lingui/react/macro';
import type { Path } from '../../kernel/paths.gen.ts';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKeyProps, useKeys, OwnKeys } from '../../ui/bound-key.tsx';
import { useFormat } from '../../ui/format.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { DASHBOARD_KEYS } from './key.ts';
import { Unread } from '../../ui/unread.tsx';
import { dashboard } from './contract.ts';
import style from './dashboard.module.css';

const list = (path: Path, filter: Record<string, string>): string => href(path, {}, filter);

/** The day's work as five figures, each the length of the list it opens. */
export default function DashboardPage() {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { data, failure, again } = useRead(dashboard.today);
  // the server's day, which the figures are of; the prerendered page must not name the day on which it was built
  const today = data === undefined ? null : new Date(data.at);
  const lines = [
    { entry: DASHBOARD_KEYS.assign, figure: data?.toAssign, to: list('/order/index', { status: 'pending_assign' }) },
    { entry: DASHBOARD_KEYS.start, figure: data?.startsToday, to: list('/order/index', { due: 'starts_today' }) },
    { entry: DASHBOARD_KEYS.end, figure: data?.endsToday, to: list('/order/index', { due: 'ends_today' }) },
    { entry: DASHBOARD_KEYS.settle, figure: data?.toSettle, to: list('/order/index', { status: 'pending_payment' }) },
    { entry: DASHBOARD_KEYS.certificate, figure: data?.certificatesEnding, to: list('/caregiver/index', { certificate: 'ending' }) },
  ];
  useKeys(lines.map(({ entry, to }) => [entry, () => navigate(to)]));
  return (
    <div className={style.page}>
      <h1 tabIndex={-1}><Trans>今天</Trans></h1>
      <p className={style.day}>{today === null ? '\u00a0' : format.today(today)}</p>
      {failure !== null ? (
        <Unread title={t`没有取到今天的数字`} failure={failure} again={again} />
      ) : (
        <ul className={style.lines} aria-busy={data === undefined}>
          {lines.map(({ entry, figure, to }) => (
            <li key={to}>
              <a className={style.entry} href={`#${to}`} {...keys(entry)}>
                <KeyCap of={entry} />
                <span>{i18n._(entry.words)}</span>
                <span className={style.figure}>{figure === undefined ? <span className={style.skeleton} /> : format.number(figure)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={style.hint}><Trans>按 <OwnKeys of={OWN_KEYS.palette} /> 找订单、患者、护工：订单号后几位、姓名、拼音、手机尾号、床号都可以。</Trans></p>
    </div>
  );
}
