import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { runCommand } from '../../ui/effect.ts';
import { useFormat } from '../../ui/format.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { area } from './area.ts';
import board from './board.module.css';
import type { CaregiverRow } from './contract.ts';
import { orderAddress, useDayWords, useShift } from './roster-cell.tsx';
import type { RosterDay } from './roster-day.ts';
import { WORK_WORDS } from './words.ts';

const LEAVE = area.commands!.find(({ id }) => id === 'caregiver.leave')!;

/** The focused cell in full, and what can be done there, each with its key. `day` null: the row's heading. */
export function RosterFoot({ row, day, on, onOpen, onOrders }: { row: CaregiverRow | undefined; day: string | null; on: RosterDay | undefined; onOpen: () => void; onOrders: () => void }) {
  const { t, i18n } = useLingui();
  const { dayRange, weekday } = useFormat();
  const viewer = useViewer();
  const wordsOf = useDayWords();
  const shiftOf = useShift();
  if (row === undefined) return <div className={board.foot} />;
  const stints = day === null || on === undefined ? [] : on.stints;
  const state = day === null || on === undefined ? '' : stints.length === 0 ? wordsOf(on.kind, row.status) : '';
  const free = day !== null && on?.kind === 'free';
  return (
    <div className={board.foot}>
      <output>{[row.name, day === null ? row.staffNo : `${dayRange(day, day)} ${weekday(day)}`, state].filter(Boolean).join(' · ')}</output>
      <span className={control.actions}>
        {stints.map((stint, i) => (
          <a key={stint.orderNo} className={`${control.button} ${control.quiet}`} href={`#${orderAddress(stint)}`} aria-keyshortcuts={stints.length > 1 ? String(i + 1) : undefined}>
            {`${stint.patientName} · ${shiftOf(stint, day!)} · ${i18n._(WORK_WORDS[stint.status])}`} {stints.length > 1 && <kbd className={control.key} aria-hidden="true">{i + 1}</kbd>}
          </a>
        ))}
      </span>
      <span className={`${control.actions} ${board.end}`}>
        <button type="button" className={control.button} aria-keyshortcuts="Enter" onClick={free ? onOrders : onOpen}>{free ? t`这天可派的订单` : stints.length > 0 ? t`打开订单` : t`打开护工`} <kbd className={control.key} aria-hidden="true">Enter</kbd></button>
        {viewer !== null && may(viewer, LEAVE.may!) && <button type="button" className={control.button} aria-keyshortcuts={LEAVE.keys} onClick={() => runCommand(LEAVE, false)}><Trans>请假</Trans> <kbd className={control.key} aria-hidden="true">L</kbd></button>}
      </span>
    </div>
  );
}
