import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { Line } from '../../ui/list/column.tsx';
import { todayThere } from '../../ui/parse-day.ts';
import { Rows, useCurrent } from '../../ui/short-rows.tsx';
import control from '../../ui/style/control.module.css';
import style from './book.module.css';
import { removed } from './change.ts';
import type { BookPage, HolidayRange } from './contract.ts';
import { HolidayForm, type Reach } from './holiday.form.tsx';
import { BOOK_KEYS } from './key.ts';
import { byDay, ofPoints, overlap } from './range.ts';

type Row = HolidayRange & { reach: Reach };
const keyOf = ({ reach, from }: Row): string => `${reach} ${from}`;

/** The holidays of a hospital, its own and those of every hospital, by day. */
export function HolidayList({ page, mayChange }: { page: BookPage; mayChange: boolean }) {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  const today = todayThere();
  const [past, setPast] = useState(false);
  const [open, setOpen] = useState<{ range: Row | null } | null>(null);
  const all = [...page.holidays.map((one): Row => ({ ...one, reach: 'own' })), ...page.common.map((one): Row => ({ ...one, reach: 'common' }))].sort(byDay);
  const rows = all.filter(({ to }) => past || to >= today);
  const current = useCurrent(rows, keyOf);
  const { row } = current;
  const add = (): boolean => mayChange && (setOpen({ range: null }), true);
  const edit = (one: Row | undefined): boolean => mayChange && one !== undefined && (setOpen({ range: one }), true);
  const remove = (): boolean => {
    if (!mayChange || row === undefined) return false;
    const was = row.reach === 'own' ? page.holidays : page.common;
    void removed(t`已删除 ${row.name}`, row.reach === 'own' ? { kind: 'holidays', hospitalId: page.id } : { kind: 'common' }, was, was.filter(({ from }) => from !== row.from));
    return true;
  };
  useKeys([
    mayChange && [BOOK_KEYS.add, add],
    mayChange && [BOOK_KEYS.edit, () => edit(row)],
    mayChange && [BOOK_KEYS.remove, remove],
    mayChange && [LIST_KEYS.open],
    [BOOK_KEYS.past, () => setPast(!past)],
  ]);
  return (
    <>
      <div className={style.tools}>
        {mayChange && <button type="button" className={`${control.button} ${control.primary}`} {...keys(BOOK_KEYS.add)} onClick={add}><Trans>新节假日</Trans> <KeyCap of={BOOK_KEYS.add} /></button>}
        {mayChange && <button type="button" className={control.button} {...keys(BOOK_KEYS.edit)} aria-disabled={row === undefined} onClick={() => edit(row)}><Trans>修改</Trans> <KeyCap of={BOOK_KEYS.edit} /></button>}
        {mayChange && <button type="button" className={`${control.button} ${control.danger}`} {...keys(BOOK_KEYS.remove)} aria-disabled={row === undefined} onClick={remove}><Trans>删除</Trans> <KeyCap of={BOOK_KEYS.remove} /></button>}
        <button type="button" className={`${control.button} ${control.quiet}`} aria-pressed={past} {...keys(BOOK_KEYS.past)} onClick={() => setPast(!past)}><Trans>过去的节假日</Trans> <KeyCap of={BOOK_KEYS.past} /></button>
      </div>
      {rows.length === 0 ? <Empty title={t`以后没有节假日`} hint={newHint(t`节假日按倍数计价。`, BOOK_KEYS.add)} /> : (
        <Rows
          label={t({ context: '标题', message: '节假日' })} rows={rows} keyOf={keyOf} current={current} onOpen={(one) => edit(one)}
          heads={[{ words: t`名称` }, { words: t`从` }, { words: t`到` }, { words: t`倍数`, number: true }, { words: t`范围` }]}
          cells={(one) => [
            <Line key="name" text={one.name} strong />, format.day(one.from), format.day(one.to), t`${ofPoints(one.multiplierBp, 1)} 倍`,
            one.reach === 'own' ? t`本院` : page.holidays.some((own) => overlap(own, one)) ? t`所有医院，有几天以本院的为准` : t`所有医院`,
          ]}
        />
      )}
      {open !== null && <HolidayForm page={page} range={open.range} onClose={() => setOpen(null)} />}
    </>
  );
}
