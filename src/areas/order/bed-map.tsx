import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys, useKeyText } from '../../ui/bound-key.tsx';
import { keptDraft, useDraft } from '../../ui/draft.ts';
import { Empty } from '../../ui/empty.tsx';
import { composing } from '../../ui/key.ts';
import { recall, remember } from '../../ui/known.ts';
import { currentHref, navigate } from '../../ui/location.ts';
import { todayThere } from '../../ui/parse-day.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { Actions } from './action.tsx';
import { Cell, isFree, orderAt, type Spot } from './bed-cell.tsx';
import { useBedHint } from './bed-hint.ts';
import { bedMove, bedTyped } from './bed-move.ts';
import { spotsOf } from './bed-spot.ts';
import style from './bed.module.css';
import type { WardBeds } from './contract.ts';
import { useOrderHere } from './here.ts';
import { ORDER_KEYS } from './key.ts';
import { BLANK, type NewOrder } from './new-order.ts';

/** Milliseconds in which the next digit belongs to the same bed number. */
const TOGETHER = 900;
/** em of a cell at least. */
const CELL = 12.5;
const NEW = href('/order/new');

/** How many cells stand beside one another. */
function useColumns(box: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4);
  useLayoutEffect(() => {
    const measure = (): void => {
      const { clientWidth } = box.current!;
      const em = Number.parseFloat(getComputedStyle(box.current!).fontSize) || 14;
      if (clientWidth > 0) setColumns(Math.max(1, Math.floor(clientWidth / (CELL * em))));
    };
    measure();
    const eye = new ResizeObserver(measure);
    eye.observe(box.current!);
    return () => eye.disconnect();
  }, [box]);
  return columns;
}
const chunks = (from: number, to: number, columns: number): number[][] => Array.from({ length: Math.ceil((to - from) / columns) }, (_, i) => Array.from({ length: Math.min(columns, to - from - i * columns) }, (__, k) => from + i * columns + k));

/** The beds of a ward. Arrows move, digits lead to a bed, Enter opens who is there, the keys of an order do what they do in a list. */
export function BedMap({ ward, at: first = null }: { ward: WardBeds; at?: string | null }) {
  const keys = useKeyProps();
  const keyText = useKeyText();
  const { t } = useLingui();
  const viewer = useViewer();
  const today = todayThere();
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const spots = spotsOf(ward, today);
  const beds = spots.filter(({ bedId }) => bedId !== null).length;
  const hint = useBedHint();
  const groups = useMemo(() => [chunks(0, beds, columns), chunks(beds, spots.length, columns)], [beds, spots.length, columns]);
  const rows = groups.flat();
  const [key, setKey] = useState(() => first ?? recall<string>('bed', ward.id));
  const at = Math.max(0, spots.findIndex((spot) => spot.key === key));
  const [, keepDraft] = useDraft<NewOrder>(NEW, { saved: true });
  const spot = spots[at];
  const subject = spot && orderAt(spot);

  const focus = (index: number): void => {
    const to = spots[index];
    if (to === undefined) return;
    setKey(to.key);
    remember('bed', ward.id, to.key);
    box.current!.querySelector<HTMLElement>(`[data-at="${index}"]`)?.focus();
  };
  useEffect(() => {
    // who came in by a key goes on from the bed where they were
    const now = document.activeElement;
    if (now === null || now === document.body || now.matches('h1, main')) box.current!.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    // once, when the ward is there
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onMap = (): boolean => box.current!.contains(document.activeElement);
  useOrderHere({ row: () => subject });

  const adds = viewer !== null && may(viewer, 'biz:order:add');
  const addKey = keyText(ORDER_KEYS.add);
  const empty = spot?.off ? t`已停用` : adds && addKey !== undefined ? t`空床。按 ${addKey} 新建订单。` : t`空床`;
  const open = (one: Spot): void => {
    const row = orderAt(one);
    if (row === undefined) return announce(empty);
    remember('order', row.orderNo, row);
    navigate(href('/order/:no', { no: row.orderNo }), { state: { map: currentHref() } });
  };
  const add = (): boolean => {
    if (!adds || spot === undefined || !onMap()) return false;
    if (keptDraft(NEW) !== null) announce(t`先写完这张订单，或者清空它`);
    // sent from a place that is off it would be refused
    else if (ward.status === 1) keepDraft({
      ...BLANK, hospital: { value: ward.hospitalId, label: ward.hospitalName }, department: { value: ward.departmentId, label: ward.departmentName }, ward: { value: ward.id, label: ward.name },
      bed: spot.bedId === null || spot.bedNo === null || spot.off ? null : { value: spot.bedId, label: spot.bedNo },
    });
    navigate(NEW);
    return true;
  };
  /** How much of what a letter leads to is there: orders, as they are counted beside the wards, and beds. */
  const kinds = [
    { entry: ORDER_KEYS.assign, label: t`待派单`, of: ({ rows: all }: Spot) => all.filter(({ serviceState }) => serviceState === 'pending_assign').length },
    { entry: ORDER_KEYS.pay, label: t`待收款`, of: ({ rows: all }: Spot) => all.filter(({ balanceFen }) => balanceFen > 0).length },
    { entry: ORDER_KEYS.due, label: t`今天到期`, of: ({ now }: Spot) => Number(now !== null && now.serviceState !== 'pending_assign' && now.plannedEnd === today) },
    { entry: ORDER_KEYS.free, label: t`空床`, of: (one: Spot) => Number(isFree(one)) },
  ];
  const seek = (of: (one: Spot) => number): boolean => {
    const order = [...spots.keys()].map((i) => (at + 1 + i) % spots.length);
    const to = order.find((i) => of(spots[i]!) > 0);
    if (to !== undefined) focus(to);
    return to !== undefined;
  };
  const typed = useRef({ text: '', since: 0 });
  useKeys([
    [ORDER_KEYS.move],
    [ORDER_KEYS.open],
    adds && [ORDER_KEYS.add, add],
    ...kinds.map(({ entry, of }) => [entry, () => seek(of)] as const),
    [ORDER_KEYS.number, ({ timeStamp }, digit) => {
      const text = timeStamp - typed.current.since < TOGETHER ? `${typed.current.text}${digit}` : String(digit);
      typed.current = { text, since: timeStamp };
      const to = bedTyped(spots.map(({ bedNo, bedId }) => (bedId === null ? null : bedNo)), text);
      if (to >= 0) focus(to);
      else announce(t`没有 ${text} 床`);
    }],
  ]);
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.shiftKey || composing(event.nativeEvent)) return;
    if (event.key === 'Enter' && !event.ctrlKey && spot !== undefined) {
      event.preventDefault();
      return open(spot);
    }
    const to = bedMove(event, at, rows);
    if (to === null || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    focus(to);
  };
  if (spots.length === 0) return <div ref={box}><Empty title={t`这个病区还没有床位`} hint={hint} /></div>;
  return (
    <>
      <div className={style.kinds}>
        {kinds.map(({ entry, label, of }) => {
          const count = spots.reduce((sum, one) => sum + of(one), 0);
          return <button key={entry.id} type="button" className={control.button} disabled={count === 0} {...keys(entry)} onClick={() => seek(of)}>{label} {count} <KeyCap of={entry} /></button>;
        })}
        {adds && <button type="button" className={`${control.button} ${control.quiet}`} {...keys(ORDER_KEYS.add)} onClick={() => (focus(at), add())}><Trans>新建订单</Trans> <KeyCap of={ORDER_KEYS.add} /></button>}
      </div>
      <div ref={box} role="grid" aria-label={t`${ward.name} · 床位图`} className={style.map} style={{ ['--columns' as string]: columns }} onKeyDown={press}>
        {groups.map((group, g) => group.length > 0 && (
          <div key={g} role="rowgroup" aria-label={g === 0 ? t`床位` : t`还没有床位的订单`} className={style.group} data-bedless={g === 1}>
            {group.map((cells) => (
              <div key={cells[0]} role="row" className={style.row}>
                {cells.map((i) => {
                  const one = spots[i]!;
                  return (
                    <div key={one.key} role="gridcell" data-at={i} tabIndex={i === at ? 0 : -1} className={style.cell} data-free={isFree(one)} onFocus={() => i !== at && focus(i)} onClick={() => focus(i)} onDoubleClick={() => open(one)}>
                      <Cell spot={one} today={today} />
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
        ))}
      </div>
      <section className={style.foot} aria-label={t`这张床`}>
        {subject === undefined ? <p className={style.quiet}>{empty}</p> : (
          <>
            <p className={style.line}>
              <b className={style.who}>{subject.patientName}</b>
              <button type="button" className={`${control.button} ${control.quiet}`} {...keys(ORDER_KEYS.open)} onClick={() => open(spot!)}><Trans>打开</Trans> <KeyCap of={ORDER_KEYS.open} /></button>
            </p>
            <Actions row={subject} />
          </>
        )}
      </section>
    </>
  );
}
