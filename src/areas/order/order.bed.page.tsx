import { useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { leaveField } from '../../ui/list/door.ts';
import { Unknown } from '../../ui/list/filter.tsx';
import { Scoped } from '../../ui/list/nothing.tsx';
import { navigate, useQuery } from '../../ui/location.ts';
import { todayThere } from '../../ui/parse-day.ts';
import { useRead } from '../../ui/read.ts';
import { ORDER_KEYS } from './key.ts';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { hospital } from '../hospital/contract.ts';
import { useFollowWard } from './bed-follow.ts';
import { useBedHint } from './bed-hint.ts';
import { BedMap } from './bed-map.tsx';
import style from './bed.module.css';
import { order, type WardRow } from './contract.ts';

const addressOf = (hospitalId: string, wardId?: string): string => href('/order/bed', {}, { hospital: hospitalId, ward: wardId });

/**
 * `/order/bed?hospital=…&ward=…`: the beds of a ward, who is in them and until when; the first ward of the first hospital where the address names none.
 * `?order=…`: the ward and the bed of that order; `?bed=…` beside a ward: that bed.
 */
export default function BedPage() {
  const keys = useKeyProps();
  const { t } = useLingui();
  const { day } = useFormat();
  const hint = useBedHint();
  const query = useQuery();
  const first = useRef<HTMLSelectElement>(null);
  const no = query.get('order');
  const bed = query.get('bed');
  const { data: from, failure: noOrder } = useRead(order.detail, { params: { no: no ?? '' } }, { asks: no !== null });
  // an order that is gone has no bed: the map is that of an address without one
  const led = no === null || from !== undefined || noOrder !== null;
  const asked = { hospital: query.get('hospital') ?? from?.hospitalId, ward: query.get('ward') ?? from?.wardId };
  const { data: hospitals, failure: noHospitals, again: askHospitals } = useRead(hospital.options);
  const place = led ? (hospitals?.find(({ id }) => id === asked.hospital) ?? hospitals?.[0]) : undefined;
  const { data: wards, failure: noWards, again: askWards } = useRead(order.wards, { params: { id: place?.id ?? '0' } }, { asks: place !== undefined });
  const ward = wards?.find(({ id }) => id === asked.ward) ?? wards?.[0];
  const { data, failure, again } = useRead(order.beds, { params: { id: ward?.id ?? '0' } }, { asks: ward !== undefined });
  const shown = led && data !== undefined && data.id === ward?.id ? data : undefined;
  useFollowWard(shown, again);

  // what is not known yet counts as known
  const known: Record<string, boolean> = { hospital: hospitals === undefined || query.get('hospital') === place?.id, ward: wards === undefined || query.get('ward') === ward?.id, order: true, bed: true };
  const go = (to: WardRow | undefined): boolean => {
    if (to === undefined || place === undefined) return false;
    navigate(addressOf(place.id, to.id));
    return true;
  };
  const step = (by: number): boolean => go(wards?.[(wards.indexOf(ward!) + by + wards.length) % wards.length]);
  useKeys([[ORDER_KEYS.next, () => step(1)], [ORDER_KEYS.previous, () => step(-1)], [ORDER_KEYS.hospital, () => first.current?.focus()]]);
  const lost = noHospitals ?? noWards ?? (shown === undefined ? failure : null);
  const empty = hospitals?.length === 0 || wards?.length === 0;
  const retry = noHospitals !== null ? askHospitals : noWards !== null ? askWards : again;
  return (
    <section className={style.page} aria-label={t`床位图`} aria-busy={shown === undefined && lost === null && !empty}>
      <div className={style.top}>
        <h1 tabIndex={-1}><Trans>床位图</Trans></h1>
        <Unknown path="/order/bed" chosen={Object.fromEntries([...query].filter(([name]) => known[name] === true))} />
        <label className={style.choice}>
          <Trans>医院</Trans>
          <select ref={first} onKeyDown={leaveField} className={control.input} value={place?.id ?? ''} {...keys(ORDER_KEYS.hospital)} onChange={(event) => navigate(addressOf(event.target.value))}>
            {(hospitals ?? []).map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </select>
        </label>
        <label className={style.choice} data-narrow="true">
          <Trans>病区</Trans>
          <select className={control.input} value={ward?.id ?? ''} onKeyDown={leaveField} onChange={(event) => go(wards?.find(({ id }) => id === event.target.value))}>
            {(wards ?? []).map(({ id, name, free }) => <option key={id} value={id}>{t`${name}（空 ${free}）`}</option>)}
          </select>
        </label>
      </div>
      {lost !== null ? <Unread failure={lost} again={retry} /> : place === undefined && empty ? <Empty title={t`还没有医院`}><Scoped /></Empty> : empty ? <Empty title={t`这里还没有病区`} hint={hint} /> : (
        <div className={style.body}>
          <nav className={style.wards} aria-label={t`病区`}>
            {wards?.map((one, i) => (
              <div key={one.id}>
                {wards[i - 1]?.departmentName !== one.departmentName && <h2>{one.departmentName}</h2>}
                <a className={style.ward} href={`#${addressOf(place!.id, one.id)}`} aria-current={one.id === ward?.id ? 'true' : undefined}>
                  {one.name}
                  <span className={style.counts}>
                    <span>{t`空 ${one.free} / ${one.beds}`}</span>
                    {one.unassigned > 0 && <span>{t`待派单 ${one.unassigned}`}</span>}
                    {one.unpaid > 0 && <span>{t`待收款 ${one.unpaid}`}</span>}
                  </span>
                </a>
              </div>
            ))}
          </nav>
          <div className={style.main}>
            {shown === undefined ? <div className={style.skeleton} aria-hidden="true" /> : (
              <>
                <div className={style.head}>
                  <h2>{shown.name}</h2>
                  <span className={style.quiet}>{[shown.departmentName, shown.building, shown.floor].filter(Boolean).join(' · ')}</span>
                  <span className={style.day}>{day(todayThere())}</span>
                  <span className={style.keys} aria-hidden="true"><KeyCap of={ORDER_KEYS.previous} /><KeyCap of={ORDER_KEYS.next} /></span>
                </div>
                <BedMap key={`${shown.id} ${no ?? bed ?? ''}`} ward={shown} at={from?.wardId !== shown.id ? (bed === null ? null : `bed ${bed}`) : from.bedId === null ? `order ${from.orderNo}` : `bed ${from.bedId}`} />
              </>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
