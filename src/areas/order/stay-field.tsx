import { useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { daysBetween, knownDay } from '../../ui/parse-day.ts';
import style from './new-order.module.css';
import { dated, type FieldName, type Stay } from './new-order.ts';

/** How many days a stay fills, halves counted; null while it is none. */
export function stayDays(stay: Stay): number | null {
  const { plannedStart, startHalf, plannedEnd, endHalf } = dated(stay);
  if (plannedStart === null || plannedEnd === null) return null;
  const days = daysBetween(plannedStart, plannedEnd) + 1 - (startHalf === 'PM' ? 0.5 : 0) - (endHalf === 'AM' ? 0.5 : 0);
  return days > 0 ? days : null;
}
/** A stay by typing: from one half day to another. In the end `+3` counts from the start. */
export function StayField({ value, onChange, faultOf }: { value: Stay; onChange: (part: Partial<Stay>) => void; faultOf: (name: FieldName) => string | null }) {
  const { t } = useLingui();
  const days = stayDays(value);
  return (
    <div className={style.pair}>
      <DayField
        label={t`开始`} name="plannedStart" required value={value.plannedStart} error={faultOf('plannedStart')} onChange={(_, plannedStart) => onChange({ plannedStart })}
        half={{ value: value.startHalf, onChange: (startHalf) => onChange({ startHalf }), words: { AM: t`上午起`, PM: t`下午起` } }}
      />
      <DayField
        label={t`结束`} name="plannedEnd" required value={value.plannedEnd} from={knownDay(value.plannedStart)} error={faultOf('plannedEnd')} hint={days === null ? t`+3 从开始那天数` : t`共 ${days} 天`} onChange={(_, plannedEnd) => onChange({ plannedEnd })}
        half={{ value: value.endHalf, onChange: (endHalf) => onChange({ endHalf }), words: { AM: t`到中午`, PM: t`到晚上` }, end: true }}
      />
    </div>
  );
}
