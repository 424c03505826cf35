import { useLayoutEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { onPaper, useInk } from '../../ui/chart/ink.ts';
import { Twin } from '../../ui/chart/twin.tsx';
import { download, saveFile } from '../../ui/download.ts';
import { fetchPart } from '../../ui/fetch-part.ts';
import { useNarrow } from '../../ui/list/measure.ts';
import { Stale } from '../../ui/stale.tsx';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { statistics } from './contract.ts';
import { GROUP_WORDS } from './words.ts';
import { STATISTICS_KEYS } from './key.ts';
import { applied, groupsOf, VIEWS, viewsOf, type Question, type View } from './question.ts';
import style from './statistics.module.css';
import { useUntold } from './use-opening.ts';
import { useSeen } from './use-seen.ts';
import { STOP } from './use-visit.ts';

const stopIn = (box: HTMLElement | null): HTMLElement | null => box?.querySelector<HTMLElement>(STOP) ?? null;
/** Columns of figures that a sheet of paper is wide. */
const ACROSS = 10;
interface PictureProps {
  asked: Question;
  title: string;
  /** Range and filters in words, for paper and images. */
  about: readonly string[];
  change: (change: Record<string, string | null>, replace?: boolean) => void;
  /** Asks for all figures again; null: that they are not new is said, and offered, beside it. */
  renew: (() => void) | null;
  /** The figures are on their way: should they not come either, the page says so, once. */
  waits: boolean;
}

/** One measure as a picture, and behind `t` as a table: over time, by hospital and day, or ranked. It leaves as an image, a sheet or on paper. */
export function Picture({ asked, title, about, change, renew, waits }: PictureProps) {
  const { t, i18n } = useLingui();
  const keys = useKeyProps();
  const narrow = useNarrow();
  const paper = onPaper(useInk());
  const box = useRef<HTMLDivElement>(null);
  /** Why a sheet did not come, and which. */
  const [trouble, setTrouble] = useState<{ of: string; said: string } | null>(null);
  const seen = useSeen(asked, title);
  const sheet = JSON.stringify(seen.sheet);
  const untold = useUntold()(asked.measure, Object.fromEntries(applied(asked).map((name) => [name, asked.narrowed[name]])));
  const inside = useRef(false);
  useLayoutEffect(() => {
    // what had the focus gave way to another range, another way of looking, or the table
    const now = document.activeElement;
    if (now !== null && now !== document.body) inside.current = box.current!.contains(now);
    else if (inside.current) stopIn(box.current)?.focus();
  });
  const views = viewsOf(asked.measure);
  const groups = groupsOf(asked.measure);
  const words: Record<View, string> = { line: t`折线`, bar: t`柱`, heat: t`热力图`, rank: t`排名` };
  const show = (view: View, byKey: boolean): void => {
    const fits = views.includes(view);
    if (fits) change({ view: view === views[0] ? null : view });
    // a button says by itself that it is pressed
    if (!fits || byKey) announce(fits ? words[view] : view === 'heat' ? t`这个指标各天不能相加，没有热力图` : t`这个指标只有现在的数，没有走势`);
  };
  const turn = (): boolean | void => {
    if (asked.view !== 'rank' || groups.length < 2) return false;
    const group = groups[(groups.indexOf(asked.group) + 1) % groups.length]!;
    change({ group });
    announce(i18n._(GROUP_WORDS[group]));
  };
  async function save(type: 'xlsx' | 'csv'): Promise<void> {
    setTrouble(null);
    try {
      await download(statistics.export, { body: { ...seen.sheet, type }, idempotencyKey: newKey(), patient: true } as Parameters<typeof download<typeof statistics.export>>[1], type);
      announce(t`已导出`);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setTrouble({ of: sheet, said: error.message });
    }
  }
  async function image(): Promise<void> {
    if (seen.image === null) return announce(t`还没有取到`);
    try {
      const { imageOf } = await fetchPart(() => import(/* webpackChunkName: "chart-image" */ '../../ui/chart/image.ts'));
      const file = await imageOf({ title: seen.title, lines: [...about, ...[untold, seen.lacks].filter((one) => one !== null)] }, seen.image);
      if (file === null) return announce(t`浏览器没有画出图片`);
      saveFile(file, `${seen.title}.png`.replace(/[\\/:*?"<>|\s]+/g, '-'));
      announce(t`图片已保存`);
    } catch {
      announce(t`网络不通`);
    }
  }
  useKeys([
    [STATISTICS_KEYS.view, (_event, nth) => show(VIEWS[nth]!, true)],
    [STATISTICS_KEYS.group, turn],
    [STATISTICS_KEYS.table, () => change({ table: asked.table ? null : '1' }, true)],
    [STATISTICS_KEYS.picture, () => stopIn(box.current)?.focus()],
    [STATISTICS_KEYS.cursor],
    [STATISTICS_KEYS.image, () => void image()],
    [STATISTICS_KEYS.export, () => void save('xlsx')],
    [STATISTICS_KEYS.print, () => window.print()],
  ]);
  const { at, onMove, ...table } = seen.twin;
  const twin = <Twin {...table} label={t`${seen.title}：表`} {...(paper ? { across: ACROSS } : { at, onMove })} />;
  const byMonth = seen.byMonth !== true ? null : (
    <p className={style.instead}>
      {seen.note} <button type="button" className={control.button} onClick={() => change({ by: 'month' })}><Trans>按月看</Trans></button> {!narrow && <span className={style.quiet}><Trans>或按 <KeyCap of={STATISTICS_KEYS.by} /> 换间隔</Trans></span>}
    </p>
  );
  const quiet = `${control.button} ${control.quiet}`;
  return (
    <section className={style.picture} data-view={asked.view} aria-label={seen.title} aria-busy={seen.busy}>
      <div className={style.head}>
        <h2>{seen.title}</h2>
        <div className={style.tools}>
          <button type="button" className={quiet} aria-pressed={asked.table} {...keys(STATISTICS_KEYS.table)} onClick={() => change({ table: asked.table ? null : '1' }, true)}><Trans>表</Trans> <KeyCap of={STATISTICS_KEYS.table} /></button>
          <button type="button" className={quiet} {...keys(STATISTICS_KEYS.image)} onClick={() => void image()}><Trans>图片</Trans> <KeyCap of={STATISTICS_KEYS.image} /></button>
          <button type="button" className={quiet} {...keys(STATISTICS_KEYS.export)} onClick={() => void save('xlsx')}>Excel <KeyCap of={STATISTICS_KEYS.export} /></button>
          <button type="button" className={quiet} onClick={() => void save('csv')}>CSV</button>
          <button type="button" className={quiet} {...keys(STATISTICS_KEYS.print)} onClick={() => window.print()}><Trans>打印</Trans> <KeyCap of={STATISTICS_KEYS.print} /></button>
        </div>
      </div>
      <div className={style.choices}>
        <fieldset className={style.views} aria-label={t`图`}>
          {VIEWS.map((view, i) => (
            <button key={view} type="button" className={style.view} aria-pressed={asked.view === view} aria-disabled={!views.includes(view)} {...keys(STATISTICS_KEYS.view, i)} onClick={() => show(view, false)}>{words[view]} {!narrow && <KeyCap of={STATISTICS_KEYS.view} nth={i} />}</button>
          ))}
        </fieldset>
        {asked.view === 'rank' && groups.length > 1 && (
          <label className={style.field}>
            <span className={control.hidden}>{t`排名`}</span>
            <select className={control.input} value={asked.group} {...keys(STATISTICS_KEYS.group)} onChange={(event) => change({ group: event.target.value })}>{groups.map((group) => <option key={group} value={group}>{i18n._(GROUP_WORDS[group])}</option>)}</select>
          </label>
        )}
      </div>
      {trouble?.of === sheet && <p className={`${control.error} ${style.aside}`} role="alert">{trouble.said}</p>}
      {seen.stale !== null && renew !== null && <Stale failure={seen.stale} again={renew} />}
      <div className={style.about} data-about>{about.map((line) => <p key={line}>{line}</p>)}</div>
      <div ref={box} className={style.shown} onFocus={() => void (inside.current = true)} onBlur={({ currentTarget, relatedTarget }) => void (inside.current = relatedTarget !== null && currentTarget.contains(relatedTarget))}>
        {seen.failure !== null && !waits ? <Unread failure={seen.failure} again={seen.again} /> : seen.busy || seen.failure !== null ? <div className={style.blank} aria-hidden="true" /> : seen.none ? (untold === null && byMonth) || <p className={style.quiet}>{untold ?? t`这段时间没有数。`}</p> : asked.table ? twin : <>{seen.picture}{paper && <div className={style.paper}>{twin}</div>}</>}
      </div>
      {seen.note !== null && !seen.busy && (!seen.none || seen.byMonth !== true) && <p className={`${style.note} ${style.aside}`}>{seen.note}</p>}
      {seen.lacks !== null && !seen.busy && <p className={style.note}>{seen.lacks}</p>}
    </section>
  );
}
