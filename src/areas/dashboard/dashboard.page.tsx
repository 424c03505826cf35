import { Trans, useLingui } from '@lingui/react/macro';
import type { Path } from '../../kernel/paths.gen.ts';
import { href } from '../../kernel/href.ts';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { navigate } from '../../ui/location.ts';
import { usePlainKey } from '../../ui/plain-key.ts';
import { useRead } from '../../ui/read.ts';
import { Keys } from '../../ui/shown-keys.tsx';
import control from '../../ui/style/control.module.css';
import { dashboard } from './contract.ts';
import style from './dashboard.module.css';

const list = (path: Path, filter: Record<string, string>): string => href(path, {}, filter);

/** The day's work as five figures, each the length of the list it opens. */
export default function DashboardPage() {
  const { t } = useLingui();
  const format = useFormat();
  const { data, failure, again } = useRead(dashboard.today);
  // the server's day, which the figures are of; the prerendered page must not name the day on which it was built
  const today = data === undefined ? null : new Date(data.at);
  const lines = [
    { words: t`待派单`, figure: data?.toAssign, to: list('/order/index', { status: 'pending_assign' }) },
    { words: t`今天开始`, figure: data?.startsToday, to: list('/order/index', { due: 'starts_today' }) },
    { words: t`今天结束`, figure: data?.endsToday, to: list('/order/index', { due: 'ends_today' }) },
    { words: t`待结清`, figure: data?.toSettle, to: list('/order/index', { status: 'pending_payment' }) },
    { words: t`30 天内证件到期`, figure: data?.certificatesEnding, to: list('/caregiver/index', { certificate: 'ending' }) },
  ];
  usePlainKey(lines.map(({ words, to }, index) => ({ keys: [String(index + 1)], words, run: () => navigate(to) })));
  return (
    <div className={style.page}>
      <h1 tabIndex={-1}><Trans>今天</Trans></h1>
      <p className={style.day}>{today === null ? '\u00a0' : format.today(today)}</p>
      {failure !== null ? (
        <Empty title={t`没有取到今天的数字`} hint={failure.message}><button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></Empty>
      ) : (
        <ul className={style.lines} aria-busy={data === undefined}>
          {lines.map(({ words, figure, to }, index) => (
            <li key={to}>
              <a className={style.entry} href={`#${to}`} aria-keyshortcuts={String(index + 1)}>
                <kbd className={control.key} aria-hidden="true">{index + 1}</kbd>
                <span>{words}</span>
                <span className={style.figure}>{figure === undefined ? <span className={style.skeleton} /> : format.number(figure)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={style.hint}><Trans>按 <Keys of="$mod+k" /> 找订单、患者、护工：订单号后几位、姓名、拼音、手机尾号、床号都可以。</Trans></p>
    </div>
  );
}
