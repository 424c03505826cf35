import { useEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { useFormat } from '../../ui/format.ts';
import { leaveField } from '../../ui/list/door.ts';
import { useLive } from '../../ui/live.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { usePace } from '../../ui/pace.ts';
import { isReading, outdated } from '../../ui/read.ts';
import type { Held } from '../../ui/short-rows.tsx';
import control from '../../ui/style/control.module.css';
import { live } from '../live/contract.ts';
import { CaregiverList } from './caregiver-list.tsx';
import { CaregiverStatement } from './caregiver-statement.tsx';
import { settlement } from './contract.ts';
import { HospitalList } from './hospital-list.tsx';
import { HospitalStatement } from './hospital-statement.tsx';
import { SETTLEMENT_KEYS } from './key.ts';
import { addressOf, atOf, listOf, monthAfter, running, wrongMonth, type At } from './place.ts';
import style from './settlement.module.css';

/** Months that are offered: five years, as figures go back; an address may name others before. */
const OFFERED = 60;
const READ = [settlement.months, settlement.statement, settlement.orders, settlement.caregivers, settlement.caregiver];
const renew = (): void => outdated(READ);
/** Milliseconds between two looks at sums that change. */
const APART = 60_000;

/** `/statistics/month?month=2026-10&by=…&hospital=…&caregiver=…`: what a month comes to, hospital by hospital and caregiver by caregiver; one of them as a statement. */
export default function MonthPage() {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery();
  const at = atOf(query);
  const wrong = wrongMonth(query);
  const chooser = useRef<HTMLSelectElement>(null);
  const now = running();
  const go = (to: Partial<At>, replace = false): void => navigate(addressOf({ ...at, does: null, ...to }), { replace });
  // a visit to the chooser is one step of the history, whatever is passed in it
  const passed = useRef(false);
  const step = (months: number): boolean => {
    const month = monthAfter(at.month, months);
    if (month > now) return false;
    go({ month });
    // what a key changes elsewhere on the page is heard
    announce(format.month(month));
    return true;
  };
  const other = at.by === 'hospital' ? 'caregiver' : 'hospital';
  useKeys([
    [SETTLEMENT_KEYS.previous, () => step(-1)], [SETTLEMENT_KEYS.next, () => step(1)], [SETTLEMENT_KEYS.month, () => chooser.current?.focus()],
    [SETTLEMENT_KEYS.part, () => go({ ...listOf(at), by: other })],
  ]);
  // no stream of its own: all windows of a browser share six connections
  // not under a form, nor of what is closed; each read of a statement is a line of the audit
  const box = useRef<HTMLElement>(null);
  const hear = usePace(renew, { apart: APART, every: null, busy: () => box.current!.querySelector('dialog, [data-state="closed"]') !== null || isReading(READ) });
  // a form stays until its own answer, though one's own closing may be told before it
  const missed = useRef(false);
  useLive(live.orders, (message) => {
    if (message !== null) hear();
    else if (box.current!.querySelector('dialog') === null) renew();
    else missed.current = true;
  });
  useEffect(() => {
    if (at.does !== null || !missed.current) return;
    missed.current = false;
    renew();
  }, [at.does]);
  const months = Array.from({ length: OFFERED }, (_, i) => monthAfter(now, -i));
  const words = { hospital: t`按医院`, caregiver: t`按护工` };
  const no = at.hospital ?? at.caregiver;
  const one = no !== null;
  // the row that each list is on; who comes from a statement finds the row of that
  const [left, leave] = useState<Record<At['by'], Held>>({ hospital: null, caregiver: null });
  const held = left[at.by];
  if (one && held?.key !== no) leave({ ...left, [at.by]: { key: no, index: held?.index ?? 0 } });
  const kept = [held, (to: Held) => leave({ ...left, [at.by]: to })] as const;
  return (
    <section ref={box} className={style.page} aria-label={t`月结与对账`}>
      <div className={style.top}>
        {one ? <p className={style.title}><Trans>月结与对账</Trans></p> : <h1 tabIndex={-1}><Trans>月结与对账</Trans></h1>}
        <label className={style.choice}>
          <Trans>月份</Trans>
          <select ref={chooser} onKeyDown={leaveField} className={control.input} value={at.month} {...keys(SETTLEMENT_KEYS.month)} onFocus={() => { passed.current = false; }} onChange={(event) => { go({ month: event.target.value }, passed.current); passed.current = true; }}>
            {[...months, ...(months.includes(at.month) ? [] : [at.month])].map((month) => <option key={month} value={month}>{format.month(month)}</option>)}
          </select>
        </label>
        <span className={style.steps}>
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(SETTLEMENT_KEYS.previous)} onClick={() => step(-1)}><Trans>上个月</Trans> <KeyCap of={SETTLEMENT_KEYS.previous} /></button>
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(SETTLEMENT_KEYS.next)} aria-disabled={at.month >= now} onClick={() => step(1)}><Trans>下个月</Trans> <KeyCap of={SETTLEMENT_KEYS.next} /></button>
        </span>
        {/* here, for paper has nothing of it */}
        {wrong !== null && <output className={control.error}>{wrong === 'none' ? t`地址里的月份不对，下面是${format.month(at.month)}的。` : t`地址里的月份还没有到，下面是${format.month(at.month)}的。`}</output>}
      </div>
      {!one && (
        <nav className={style.tabs} aria-label={t`部分`}>
          {(['hospital', 'caregiver'] as const).map((by) => <a key={by} className={style.tab} href={`#${addressOf({ ...listOf(at), by })}`} aria-current={by === at.by ? 'true' : undefined} {...(by === at.by ? {} : keys(SETTLEMENT_KEYS.part))}>{words[by]} {by !== at.by && <KeyCap of={SETTLEMENT_KEYS.part} />}</a>)}
        </nav>
      )}
      <div className={style.body}>
        {at.caregiver !== null ? <CaregiverStatement key={`${at.caregiver} ${at.month}`} at={at} no={at.caregiver} /> : at.hospital !== null ? <HospitalStatement key={`${at.hospital} ${at.month}`} at={at} hospitalId={at.hospital} /> : at.by === 'caregiver' ? <CaregiverList key={at.month} at={at} kept={kept} /> : <HospitalList key={at.month} at={at} kept={kept} />}
      </div>
    </section>
  );
}
