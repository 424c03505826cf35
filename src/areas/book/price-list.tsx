import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Tone } from '../../kernel/area.ts';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { Line } from '../../ui/list/column.tsx';
import { todayThere } from '../../ui/parse-day.ts';
import { Rows, useCurrent } from '../../ui/short-rows.tsx';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import style from './book.module.css';
import { removed } from './change.ts';
import type { BookPage, PriceRange } from './contract.ts';
import { BOOK_KEYS } from './key.ts';
import { PriceForm } from './price.form.tsx';
import { firstGap, ofPoints } from './range.ts';

type Service = BookPage['services'][number];
/** One line: a price of a service, or a service that has none. */
interface Row {
  service: Service;
  range: PriceRange | null;
}
const keyOf = ({ service, range }: Row): string => `${service.id} ${range?.from ?? ''}`;

/** The prices of a hospital, service by service. `n` sets a new one for the focused service, `e` changes it, Delete takes it out, `h` shows those that are past. */
export function PriceList({ page, mayChange }: { page: BookPage; mayChange: boolean }) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  const today = todayThere();
  const [past, setPast] = useState(false);
  const [open, setOpen] = useState<{ serviceId: string; range: PriceRange | null } | null>(null);
  const isPast = ({ to }: PriceRange): boolean => to !== null && to < today;
  const rows = page.services.flatMap((service): Row[] => {
    const ranges = service.prices.filter((range) => past || !isPast(range));
    if (ranges.length > 0) return ranges.map((range) => ({ service, range }));
    return service.status === 1 ? [{ service, range: null }] : [];
  });
  const current = useCurrent(rows, keyOf);
  const { row } = current;
  const say = ({ service, range }: Row): [Tone, string] => {
    if (service.status === 0) return ['neutral', t`项目已停用`];
    if (range === null) return ['danger', t`没有价格`];
    if (isPast(range)) return ['neutral', t`已过`];
    if (range.from > today) return ['accent', t`未到`];
    const gap = firstGap(service.prices, today);
    return gap === null ? ['ok', t`现价`] : ['warn', t`${format.day(gap)} 起没有价格`];
  };
  const add = (): boolean => {
    const serviceId = row?.service.id ?? page.services[0]?.id;
    if (!mayChange || serviceId === undefined) return false;
    setOpen({ serviceId, range: null });
    return true;
  };
  const edit = (one: Row): boolean => {
    if (!mayChange) return false;
    setOpen({ serviceId: one.service.id, range: one.range });
    return true;
  };
  const remove = (): boolean => {
    if (!mayChange || row === undefined || row.range === null) return false;
    const { service, range } = row;
    void removed(t`已删除 ${service.name} ${format.money(range.priceFen)}`, { kind: 'prices', hospitalId: page.id, serviceId: service.id }, service.prices, service.prices.filter((one) => one !== range));
    return true;
  };
  useKeys([
    mayChange && [BOOK_KEYS.add, add],
    mayChange && [BOOK_KEYS.edit, () => (row === undefined ? false : edit(row))],
    mayChange && [BOOK_KEYS.remove, remove],
    mayChange && [LIST_KEYS.open],
    [BOOK_KEYS.past, () => setPast(!past)],
  ]);
  return (
    <>
      <div className={style.tools}>
        {mayChange && <button type="button" className={`${control.button} ${control.primary}`} {...keys(BOOK_KEYS.add)} onClick={add}><Trans>新价格</Trans> <KeyCap of={BOOK_KEYS.add} /></button>}
        {mayChange && <button type="button" className={control.button} {...keys(BOOK_KEYS.edit)} aria-disabled={row === undefined} onClick={() => row !== undefined && edit(row)}><Trans>修改</Trans> <KeyCap of={BOOK_KEYS.edit} /></button>}
        {mayChange && <button type="button" className={`${control.button} ${control.danger}`} {...keys(BOOK_KEYS.remove)} aria-disabled={row === undefined || row.range === null} onClick={remove}><Trans>删除</Trans> <KeyCap of={BOOK_KEYS.remove} /></button>}
        <button type="button" className={`${control.button} ${control.quiet}`} aria-pressed={past} {...keys(BOOK_KEYS.past)} onClick={() => setPast(!past)}><Trans>过去的价格</Trans> <KeyCap of={BOOK_KEYS.past} /></button>
      </div>
      {rows.length === 0 ? <Empty title={t`还没有服务项目`} hint={t`先在服务项目里新建。`} /> : (
        <Rows
          label={t`服务价格`} rows={rows} keyOf={keyOf} current={current} onOpen={edit}
          heads={[{ words: t`服务` }, { words: t`每天`, number: true }, { words: t`护工分成`, number: true }, { words: t`从` }, { words: t`到` }, { words: t`状态` }]}
          cells={(one) => {
            const [tone, words] = say(one);
            return [<Line key="name" text={one.service.name} also={one.service.code} strong />, one.range === null ? '—' : format.money(one.range.priceFen), one.range === null ? '—' : `${ofPoints(one.range.shareBp, 100)}%`, one.range === null ? '—' : format.day(one.range.from), one.range === null ? '—' : one.range.to === null ? t`一直有效` : format.day(one.range.to), <Status key="status" tone={tone} words={words} />];
          }}
        />
      )}
      {open !== null && <PriceForm page={page} serviceId={open.serviceId} range={open.range} onClose={() => setOpen(null)} />}
    </>
  );
}
