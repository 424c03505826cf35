import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { href } from '../../kernel/href.ts';
import { useFormat } from '../../ui/format.ts';
import type { Read } from '../../ui/read.ts';
import { Stale } from '../../ui/stale.tsx';
import { Unread } from '../../ui/unread.tsx';
import { COMPARED, type Compared, type dashboard } from './contract.ts';
import style from './dashboard.module.css';
import { Part } from './part.tsx';

const WORDS: Record<Compared, Words> = { made: msg`新下单`, assigned: msg`首次派单`, started: msg`已开始`, ended: msg`已结束`, cancelled: msg`已取消` };

/** What happened today, beside the same weekday of last week; each figure opens its orders. */
export function Week({ data, failure, again }: Read<Reply<typeof dashboard.week>>) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const weekday = data === undefined ? null : format.weekday(data.against);
  const figure = (what: Compared, on: string | undefined, value: number | undefined) => (on === undefined || value === undefined ? <span className={style.skeleton} /> : (
    <a href={`#${href('/order/index', {}, { did: `${what}:${on}:${on}` })}`} data-figure={`${what} ${on}`}>{format.number(value)}</a>
  ));
  return (
    <Part id="day-week" title={t`今天与上周同一天`} busy={data === undefined && failure === null}>
      {data !== undefined && failure !== null && <Stale className={style.stale} failure={failure} again={again} />}
      {data === undefined && failure !== null ? <Unread failure={failure} again={again} /> : (
        <table className={style.week}>
          <thead>
            <tr><th scope="col"><Trans>订单</Trans></th><th scope="col"><Trans>今天到现在</Trans></th><th scope="col">{weekday === null ? '\u00a0' : t`上${weekday}全天`}</th></tr>
          </thead>
          <tbody>
            {COMPARED.map((what) => {
              const row = data?.rows.find((one) => one.what === what);
              return <tr key={what}><th scope="row">{i18n._(WORDS[what])}</th><td>{figure(what, data?.day, row?.now)}</td><td>{figure(what, data?.against, row?.before)}</td></tr>;
            })}
          </tbody>
        </table>
      )}
    </Part>
  );
}
