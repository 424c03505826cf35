import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { useDictionary } from '../../ui/dictionary.ts';
import { keptDraft } from '../../ui/draft.ts';
import { Empty } from '../../ui/empty.tsx';
import type { EntryDraft } from '../../ui/entry.tsx';
import { useFormat } from '../../ui/format.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { Line } from '../../ui/list/column.tsx';
import { outdated, useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { Rows, useCurrent } from '../../ui/short-rows.tsx';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { hospital } from '../hospital/contract.ts';
import style from './book.module.css';
import { book, type ServiceRow } from './contract.ts';
import { BOOK_KEYS } from './key.ts';
import { ServiceForm } from './service.form.tsx';
import { DEPENDENCY_WORDS } from './words.ts';

const PATH = '/system/service';
const NONE: readonly ServiceRow[] = [];
const keyOf = ({ id }: ServiceRow): string => id;

/** `/system/service`: the services of the company; what they cost stands in each hospital's book. */
export default function ServicePage() {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t, i18n } = useLingui();
  const format = useFormat();
  const viewer = useViewer();
  const { label: modeOf } = useDictionary('care_mode');
  const { label: coverageOf } = useDictionary('coverage');
  const { data, failure, again } = useRead(book.services);
  // what was typed before one left, or before the session expired, is offered again
  const [open, setOpen] = useState<{ row: ServiceRow | null } | null>(() => {
    const draft = keptDraft<EntryDraft<ServiceRow>>(PATH);
    return draft === null ? null : { row: draft.row };
  });
  const rows = data ?? NONE;
  const current = useCurrent(rows, keyOf);
  const mayChange = viewer !== null && may(viewer, 'biz:hospital:price');
  const show = (row: ServiceRow | null | undefined): boolean => mayChange && row !== undefined && (setOpen({ row }), true);
  useKeys(mayChange ? [[BOOK_KEYS.addService, () => show(null)], [BOOK_KEYS.editService, () => show(current.row)], [LIST_KEYS.open]] : []);
  return (
    <section className={style.page} aria-label={t({ context: '标题', message: '服务项目' })} aria-busy={data === undefined && failure === null}>
      <div className={style.top}>
        <h1 tabIndex={-1}>{t({ context: '标题', message: '服务项目' })}</h1>
        <a className={style.link} href={`#${href('/system/book')}`}><Trans>价格与节假日</Trans></a>
        {mayChange && <button type="button" className={`${control.button} ${control.primary}`} {...keys(BOOK_KEYS.addService)} onClick={() => show(null)}><Trans>新建服务项目</Trans> <KeyCap of={BOOK_KEYS.addService} /></button>}
      </div>
      {data === undefined ? (failure === null ? <div className={style.skeleton} aria-hidden="true" /> : <Unread failure={failure} again={again} />) : rows.length === 0 ? <Empty title={t`还没有服务项目`} hint={newHint('', BOOK_KEYS.addService)} /> : (
        <div className={style.body}>
          <Rows
            label={t({ context: '标题', message: '服务项目' })} rows={rows} keyOf={keyOf} current={current} onOpen={show}
            heads={[{ words: t`编号` }, { words: t`名称` }, { words: t`服务方式` }, { words: t`人数`, number: true }, { words: t`时段` }, { words: t`适合的患者` }, { words: t`状态` }]}
            cells={(row) => [
              row.code, <Line key="name" text={row.name} strong />, modeOf(row.careMode), format.number(row.maxPatients), coverageOf(row.coverage), row.dependency === null ? t`不限` : i18n._(DEPENDENCY_WORDS[row.dependency]),
              <Status key="status" tone={row.status === 1 ? 'ok' : 'neutral'} words={row.status === 1 ? t`启用` : t`停用`} />,
            ]}
          />
        </div>
      )}
      {open !== null && <ServiceForm page={PATH} row={open.row} onClose={() => setOpen(null)} onSaved={() => (setOpen(null), outdated([book.services, book.read, hospital.services]))} />}
    </section>
  );
}
