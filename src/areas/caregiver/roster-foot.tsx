import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { runCommand } from '../../ui/effect.ts';
import { useFormat } from '../../ui/format.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { area } from './area.ts';
import board from './board.module.css';
import type { CaregiverRow } from './contract.ts';
import { CAREGIVER_KEYS } from './key.ts';
import { orderAddress, useDayWords, useShift } from './roster-cell.tsx';
import type { RosterDay } from './roster-day.ts';
import { WORK_WORDS } from './words.ts';

const LEAVE = area.commands!.find(({ id }) => id === 'caregiver.leave')!;

/** The focused cell in full, and what can be done there, each with its key. `day` null: the row's heading; `gone`: who stood there on other days, so that nobody is acted on. */
export function RosterFoot({ row, gone, day, on, onOpen, onOrders }: { row: CaregiverRow | undefined; gone: string | undefined; day: string | null; on: RosterDay | undefined; onOpen: () => void; onOrders: () => void }) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const { dayRange, weekday } = useFormat();
  const viewer = useViewer();
  const wordsOf = useDayWords();
  const shiftOf = useShift();
  if (row === undefined) return <div className={board.foot}><output>{gone && t`这一行已不是 ${gone}，请先选一名护工`}</output></div>;
  const stints = day === null || on === undefined ? [] : on.stints;
  const [date, name] = day === null ? [] : [dayRange(day, day), weekday(day)];
  const state = day === null || on === undefined ? '' : stints.length === 0 ? wordsOf(on.kind, row.status) : '';
  const free = day !== null && on?.kind === 'free';
  return (
    <div className={board.foot}>
      <output>{[row.name, day === null ? row.staffNo : t({ context: '一天', message: `${date} ${name}` }), state].filter(Boolean).join(' · ')}</output>
      <span className={control.actions}>
        {stints.map((stint, i) => (
          <a key={stint.orderNo} className={`${control.button} ${control.quiet}`} href={`#${orderAddress(stint)}`} {...(stints.length > 1 ? keys(CAREGIVER_KEYS.stint, i) : {})}>
            {`${stint.patientName} · ${shiftOf(stint, day!)} · ${i18n._(WORK_WORDS[stint.status])}`} {stints.length > 1 && <KeyCap of={CAREGIVER_KEYS.stint} nth={i} />}
          </a>
        ))}
      </span>
      <span className={`${control.actions} ${board.end}`}>
        <button type="button" className={control.button} {...keys(CAREGIVER_KEYS.open)} onClick={free ? onOrders : onOpen}>{free ? t`这天可派的订单` : stints.length > 0 ? t`打开订单` : t`打开护工`} <KeyCap of={CAREGIVER_KEYS.open} /></button>
        {viewer !== null && may(viewer, LEAVE.may!) && <button type="button" className={control.button} {...keys(LEAVE)} onClick={() => runCommand(LEAVE, false)}><Trans>请假</Trans> <KeyCap of={LEAVE} /></button>}
      </span>
    </div>
  );
}
