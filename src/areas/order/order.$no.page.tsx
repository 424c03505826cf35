import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { CallFailure } from '../../ui/call.ts';
import { Back } from '../../ui/detail/back.tsx';
import { Facts, Missing, Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { recall } from '../../ui/known.ts';
import { navigate } from '../../ui/location.ts';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { useRecorded } from '../../ui/recorded.ts';
import { Status } from '../../ui/status.tsx';
import { acted } from './acted.ts';
import { Actions } from './action.tsx';
import { order, type OrderDetail, type OrderRow } from './contract.ts';
import { useFollowOrder } from './follow.ts';
import { useOrderHere } from './here.ts';
import { Stepper, Timeline } from './life.tsx';
import { Money } from './money.tsx';
import type { OrderLine } from './record.ts';
import { isVerb } from './registry.ts';
import { Complaints, Evaluations, Refunds } from './standing.tsx';
import { VerbDrawer } from './verb-drawer.tsx';
import { EVALUATION_WORDS, placeOf, STINT_TONE, STINT_WORDS } from './words.ts';

/** One order: the facts already known first, the rest when it comes; a verb of the address opens over it. */
export default function OrderPage({ params }: { params: Record<string, string> }) {
  const { t } = useLingui();
  const { no = '', verb } = params;
  const { data, failure, again } = useRead(order.detail, { params: { no } });
  // what an event answered is newer than what was read before it
  const known = recall<OrderRow>('order', no);
  const more = data !== undefined && known !== undefined && known.version > data.version ? { ...data, ...known } : data;
  const row = more ?? known;
  const line = row === undefined ? recall<OrderLine>('order.line', no) : undefined;
  useFollowOrder(no, data?.version);
  // what is here stays while it cannot be asked for again, but for an order that is gone
  const lost = failure !== null && (data === undefined || (failure instanceof CallFailure && failure.status === 404)) ? failure : null;
  useOrderHere({ row: () => row });
  // what stood here and had the focus is gone: the heading of what stands here now has it; that there is no order is heard at once
  const page = useRef<HTMLElement>(null);
  const inside = useRef(false);
  const standing = lost !== null ? 'lost' : row === undefined ? 'awaited' : 'known';
  useLayoutEffect(() => {
    if ((inside.current || standing === 'lost') && document.activeElement === document.body) page.current!.querySelector('h1')?.focus({ preventScroll: true });
  }, [standing]);
  const leave = (): void => ((history.state as { over?: boolean } | null)?.over === true ? history.back() : navigate(href('/order/:no', { no }), { replace: true }));
  // who came from a bed goes back to it
  const { map } = (history.state ?? {}) as { map?: string };
  const odd = verb !== undefined && !isVerb(verb);
  // an address that leads nowhere (spec section 2)
  useEffect(() => {
    if (odd) navigate('/404', { replace: true, state: { wanted: `/order/${no}/${verb}` } });
  }, [odd, no, verb]);
  return (
    // the focus on its way up: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={page} className={style.page} aria-busy={more === undefined && lost === null} onFocus={() => (inside.current = true)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) inside.current = page.current!.contains(relatedTarget);
      }}
    >
      <Back list={map ?? '/order/index'} label={map === undefined ? t`订单管理` : t`床位图`} />
      {lost !== null ? <Missing title={t`订单 ${no}`} failure={lost} again={again} /> : row === undefined ? (
        line === undefined ? <h1 tabIndex={-1} className={style.who}>{t`订单 ${no}`}</h1> : <Known no={no} line={line} />
      ) : <Order key={no} row={row} more={more} />}
      {verb !== undefined && isVerb(verb) && lost === null && <VerbDrawer key={verb} verb={verb} detail={more} onLeave={leave} onDone={(done) => (leave(), acted(verb, done))} />}
    </article>
  );
}

const Other = ({ no }: { no: string }) => <a className={style.link} href={`#${href('/order/:no', { no })}`}>{no}</a>;
interface TopProps {
  name: string;
  status: OrderRow['status'];
  places: readonly (string | null)[];
  bedNo: string | null;
  no: string;
}
function Top({ name, status, places, bedNo, no }: TopProps) {
  const { i18n } = useLingui();
  const { label: statusOf } = useDictionary('order_status');
  return (
    <header className={style.top}>
      <h1 tabIndex={-1} className={style.who}>{name}</h1>
      <Status tone={STATUS_TONE[status]} words={statusOf(status, i18n._(STATUS_WORDS[status]))} />
      <span className={style.where}>{placeOf(places, bedNo, (words) => i18n._(words))}</span>
      <span className={style.number}>{no}</span>
    </header>
  );
}
/** What the palette's index knows of it. */
function Known({ no, line: { name, status, place, bed, from, to } }: { no: string; line: OrderLine }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <>
      <Top name={name} status={status} places={[place]} bedNo={bed === '' ? null : bed} no={no} />
      <div className={style.columns}>
        <div className={style.column}>
          <Part title={t`服务`}>
            <Facts facts={[{ name: t`项目`, value: undefined }, { name: t`开始`, value: format.day(from) }, { name: t`结束`, value: format.day(to) }]} />
          </Part>
        </div>
      </div>
    </>
  );
}
/** It was new, and taken back: cancelled by an undo. */
const isTakenBack = ({ timeline }: OrderDetail): boolean => timeline.some(({ event, from, to }) => event === 'undo' && from !== to && to === 'cancelled');
function Order({ row, more }: { row: OrderRow; more: OrderDetail | undefined }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const recorded = useRecorded();
  const age = more?.patientAge ?? null;
  const gap = more?.gap ?? null;
  const half = (side: 'AM' | 'PM'): string => (side === 'AM' ? t`上午` : t`下午`);
  const { label: modeOf } = useDictionary('care_mode');
  const { label: coverageOf } = useDictionary('coverage');
  const { label: careLevelOf } = useDictionary('care_level');
  const { label: genderOf } = useDictionary('gender');
  const { label: relationOf } = useDictionary('relation');
  const { label: levelOf } = useDictionary('caregiver_level');
  return (
    <>
      <Top name={row.patientName} status={row.status} places={[row.hospitalName, row.departmentName, row.wardName]} bedNo={row.bedNo} no={row.orderNo} />
      <Stepper state={row.serviceState} />
      <Actions row={row} />
      <div className={style.columns}>
        <div className={style.column}>
          <Part title={t`服务`}>
            <Facts
              facts={[
                { name: t`项目`, value: row.serviceName },
                { name: t`服务方式`, value: more && `${modeOf(more.careMode)} · ${coverageOf(more.coverage)}` },
                { name: t`开始`, value: `${format.day(row.plannedStart)} ${half(row.startHalf)}` },
                { name: t`结束`, value: `${format.day(row.plannedEnd)} ${half(row.endHalf)}` },
                { name: t`实际开始`, value: more && (more.actualStartAt === null ? null : format.instant(more.actualStartAt)) },
                { name: t`实际结束`, value: more && (more.actualEndAt === null ? null : format.instant(more.actualEndAt)) },
                { name: t`护工`, value: row.caregiverName !== null && row.caregiverNo !== null ? <a className={style.link} href={`#${href('/caregiver/:no', { no: row.caregiverNo })}`}>{row.caregiverName}</a> : null },
                { name: t`护工条件`, value: more && [more.prefGender === null ? null : genderOf(String(more.prefGender)), more.prefLevel === null ? null : levelOf(more.prefLevel), more.prefLanguage].filter(Boolean).join(' · ') },
                { name: t`要求`, value: more && more.requirements },
                { name: t`下单`, value: format.instant(row.createdAt) },
                ...(more?.keeperName ? [{ name: t`经办`, value: more.keeperName }] : []),
                { name: t`评价`, value: more && i18n._(EVALUATION_WORDS[more.evaluationState]) },
                ...(more?.cancelReason ? [{ name: t`取消原因`, value: recorded(more.cancelReason, isTakenBack(more)) }] : []),
                ...(more?.endReason ? [{ name: t`结束原因`, value: more.endReason }] : []),
                ...(more?.renewedFrom ? [{ name: t`续自`, value: <Other no={more.renewedFrom} /> }] : []),
                ...(more?.renewedBy ? [{ name: t`续单`, value: <Other no={more.renewedBy} /> }] : []),
              ]}
            />
          </Part>
          <Part title={t`患者`}>
            <Facts
              facts={[
                { name: t`姓名`, value: [row.patientName, row.patientGender > 0 && genderOf(String(row.patientGender)), age === null ? null : t`${age} 岁`].filter(Boolean).join(' · ') },
                { name: t`住院号`, value: more && more.inpatientNo },
                { name: t`诊断`, value: more && more.diagnosis },
                { name: t`护理级别`, value: more && (more.careLevel === null ? null : careLevelOf(more.careLevel)) },
                { name: t`传染病`, value: more && (more.infectious ? <Status tone="danger" words={t`有，注意隔离`} /> : t`无`) },
                { name: t`联系人`, value: more && [more.contactName, more.contactRelation && relationOf(more.contactRelation)].filter(Boolean).join(' · ') },
                { name: t`联系电话`, value: more && more.contactMobile },
                { name: t`备注`, value: more && more.note },
              ]}
            />
          </Part>
        </div>
        <div className={style.column}>
          <Money row={row} more={more} />
          {more !== undefined && (more.stints.length > 0 || (gap !== null && row.serviceState !== 'pending_assign')) && (
            <Part title={t`护工安排`}>
              {gap !== null && <p className={style.gap}><Status tone="warn" words={t`还没有护工：${format.stay(gap.from, gap.to, { AM: half('AM'), PM: half('PM') })}`} /></p>}
              <ol className={style.times}>
                {more.stints.map((stint) => (
                  <li key={stint.id} className={style.time}>
                    <span><a className={style.link} href={`#${href('/caregiver/:no', { no: stint.caregiverNo })}`}>{stint.caregiverName}</a></span>
                    <span className={style.run}><Status tone={STINT_TONE[stint.status]} words={i18n._(STINT_WORDS[stint.status])} /> <span className={style.quiet}>{format.stay(stint.from, stint.to, { AM: half('AM'), PM: half('PM') })}{stint.reason ? ` · ${stint.reason}` : ''}</span></span>
                  </li>
                ))}
              </ol>
            </Part>
          )}
          {more !== undefined && <Refunds refunds={more.refunds} />}
          {more !== undefined && <Evaluations evaluations={more.evaluations} />}
          {more !== undefined && <Complaints complaints={more.complaints} />}
          {more !== undefined && <Timeline events={more.timeline} />}
        </div>
      </div>
    </>
  );
}
