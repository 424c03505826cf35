import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Choice } from '../../ui/choice.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import { hospital, type Places } from '../hospital/contract.ts';
import type { Chosen, FieldName, Place } from './new-order.ts';
import style from './new-order.module.css';
import { bedOf } from './words.ts';

interface WardChoice extends Choice {
  department: Chosen;
}
interface BedChoice extends Choice {
  /** Where it stands, which choosing it says too. */
  ward: Chosen;
  department: Chosen;
}
const NONE: readonly never[] = [];
const bare = ({ value, label }: Choice): Chosen => ({ value, label });

/** Department → ward → bed by type-ahead. A ward says its department, a bed its ward; another department forgets both. `departments` false: only ward and bed are this person's to change. */
export function PlaceField({ hospitalId, value, onChange, faultOf, departments = true, own }: {
  hospitalId: string | null;
  value: Place;
  onChange: (place: Place) => void;
  faultOf: (name: FieldName) => string | null;
  departments?: boolean;
  /** The order that is being changed: its own bed is not somebody else's. */
  own?: string;
}) {
  const { t, i18n } = useLingui();
  const { dayRange } = useFormat();
  const { data, failure } = useRead(hospital.places, { params: { id: hospitalId ?? '0' } }, { asks: hospitalId !== null });
  // a failure is an empty list that says why
  const all: readonly Places['departments'][number][] | undefined = hospitalId === null || failure !== null ? NONE : data?.departments;
  const { department, ward, bed } = value;
  const off = t`已停用`;
  const offered = useMemo(() => {
    const refused = (...status: number[]): { refused?: string } => (status.includes(0) ? { refused: off } : {});
    if (all === undefined) return {};
    const within = all.filter((one) => department === null || one.id === department.value);
    return {
      departments: all.map((one): Choice => ({ value: one.id, label: one.name, keywords: one.keywords, ...refused(one.status) })),
      wards: within.flatMap((one) => one.wards.map((each): WardChoice => ({
        value: each.id, label: each.name, keywords: each.keywords, detail: [department === null && one.name, each.building, each.floor].filter(Boolean).join(' · '), department: { value: one.id, label: one.name }, ...refused(one.status, each.status),
      }))),
      beds: within.flatMap((one) => one.wards.filter((each) => ward === null || each.id === ward.value).flatMap((each) => each.beds.map((spot): BedChoice => ({
        value: spot.id, label: bedOf(spot.bedNo, (words) => i18n._(words))!, keywords: [spot.bedNo], ...(ward === null ? { detail: each.name } : {}), ward: { value: each.id, label: each.name }, department: { value: one.id, label: one.name },
        ...(spot.order === null || spot.order.orderNo === own ? {} : { trailing: `${spot.order.patientName} ${dayRange(spot.order.from, spot.order.to)}` }), ...refused(one.status, each.status, spot.status),
      })))),
    };
  }, [all, department, ward, off, i18n, dayRange, own]);
  const waiting = hospitalId === null ? t`先选医院` : undefined;
  const said = failure?.message;
  return (
    <div className={style.trio}>
      {departments && (
        <Combobox label={t`所在科室`} name="department" required value={department} choices={offered.departments} disabled={hospitalId === null} placeholder={waiting} empty={said} error={faultOf('department')} onChange={(choice) => onChange({ department: choice && bare(choice), ward: null, bed: null })} />
      )}
      <Combobox
        label={t`所在病区`} name="ward" value={ward} choices={offered.wards} disabled={hospitalId === null} placeholder={waiting} empty={said} error={faultOf('ward')}
        onChange={(choice) => onChange({ department: choice?.department ?? department, ward: choice && bare(choice), bed: null })}
      />
      <Combobox
        label={t`所在床位`} name="bed" value={bed} choices={offered.beds} disabled={hospitalId === null} placeholder={waiting} empty={said} error={faultOf('bed')}
        onChange={(choice) => onChange(choice === null ? { department, ward, bed: null } : { department: choice.department, ward: choice.ward, bed: bare(choice) })}
      />
    </div>
  );
}
