import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { href } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { useAtOnce } from '../../ui/at-once.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { call, newKey } from '../../ui/call.ts';
import type { Choice } from '../../ui/choice.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Back } from '../../ui/detail/back.tsx';
import { useFormat } from '../../ui/format.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { composing, pressed } from '../../ui/key.ts';
import { lastList } from '../../ui/list/place.ts';
import { Retry } from '../../ui/list/retry.tsx';
import { navigate } from '../../ui/location.ts';
import { knownDay, todayThere } from '../../ui/parse-day.ts';
import { outdated, useRead } from '../../ui/read.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import { sendByKey } from '../../ui/submit.ts';
import { saidElsewhere, toast } from '../../ui/toast.tsx';
import { hospital } from '../hospital/contract.ts';
import { acted } from './acted.ts';
import { order } from './contract.ts';
import { FactFields, WishFields } from './fact-field.tsx';
import { useKeptDraft } from './kept-draft.ts';
import style from './new-order.module.css';
import { blamedField, BLANK, bodyOf, FAULT_WORDS, NEW, newOrder, wrongFields, type FieldName, type NewOrder } from './new-order.ts';
import { PatientField } from './patient-field.tsx';
import { PlaceField } from './place-field.tsx';
import { Price, useQuote } from './priced-days.tsx';
import { StayField } from './stay-field.tsx';

const LIST = '/order/index';
const readDraft = (value: unknown): NewOrder | null => z.safeParse(newOrder, value).data ?? null;

/** A new order: who, where, when, what, and what it costs day by day. What was typed waits here, on the server too, until it is sent or thrown away. */
export default function NewOrderPage() {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptDraft<NewOrder>('order.new', href('/order/new'), readDraft, ({ key }) => key !== undefined);
  const [wrong, setWrong] = useState<readonly FieldName[]>([]);
  /** Counts beginnings: fields forget with each what was typed and not taken. */
  const [round, setRound] = useState(0);
  const { busy, failure, send, forgive } = useSend();
  const { data: hospitals, failure: noHospitals, again: askHospitals } = useRead(hospital.options);
  // who works for one hospital need not say which
  const only = hospitals?.length === 1 ? { value: hospitals[0]!.id, label: hospitals[0]!.name } : null;
  const typed = { ...BLANK, hospital: only, ...kept.draft };
  const place = typed.hospital?.value ?? null;
  const { data: services, failure: noServices } = useRead(hospital.services, { params: { id: place ?? '0' }, query: { day: knownDay(typed.plannedStart) ?? todayThere() } }, { asks: place !== null });
  const quote = useQuote(place, typed.service?.value ?? null, typed);
  const blamed = failure === null ? null : blamedField(failure.message);

  const focus = (name: FieldName | null | undefined): void => {
    const field = name && form.current!.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  useEffect(() => focus('patient'), [round]);
  useAtOnce();
  useEffect(() => focus(blamed), [blamed, failure]);
  const write = (part: Partial<NewOrder>): void => {
    back.current?.gone();
    back.current = undefined;
    kept.keep((now) => ({ ...BLANK, hospital: only, ...now, ...part, key: newKey() }));
    setWrong((names) => names.filter((name) => !(name in part) && !('person' in part)));
    if (failure !== null) forgive();
  };
  const faultOf = (name: FieldName): string | null => (wrong.includes(name) ? i18n._(FAULT_WORDS[name]) : blamed === name ? failure!.message : null);
  const hospitalChoices = useMemo(() => (noHospitals === null ? hospitals : [])?.map((one): Choice => ({ value: one.id, label: one.name, keywords: one.keywords })), [hospitals, noHospitals]);
  const serviceChoices = useMemo(() => (noServices === null ? services : [])?.map((one): Choice => ({ value: one.id, label: one.name, keywords: [one.code], trailing: t`${format.money(one.priceFen)} 一天` })), [services, noServices, format, t]);

  async function submit(): Promise<void> {
    const faults = wrongFields(typed);
    setWrong(faults);
    if (faults.length > 0) return focus(faults[0]);
    const body = bodyOf(typed, quote.asking ? undefined : quote.quoted?.totalFen);
    const done = await send(body, (idempotencyKey) => call(order.create, { body, idempotencyKey }), typed.key);
    // the price may have changed meanwhile: what is shown is asked for again
    if (done === undefined) return outdated([order.quote]);
    kept.drop();
    outdated([hospital.places]);
    acted('create', done.reply);
    navigate(href('/order/:no', { no: done.reply.row.orderNo }), { replace: true });
  }
  const leave = (): void => {
    if (kept.draft !== null) announce(t`没写完的订单已保留`);
    navigate(lastList(LIST));
  };
  const press = (event: KeyboardEvent<HTMLFormElement>): void => {
    sendByKey(event);
    // the cursor is in a field, whose own undo has nothing yet
    if (back.current !== undefined && pressed(event.nativeEvent, OWN_KEYS.undo)) return event.preventDefault(), void back.current.undo();
    if (event.key !== 'Escape' || event.defaultPrevented || composing(event.nativeEvent)) return;
    event.preventDefault();
    leave();
  };
  /** The way back to what was thrown away, until something new is typed, which it would overwrite. */
  const back = useRef<{ undo: () => Promise<void>; gone: () => void }>(undefined);
  const begin = (): void => {
    setWrong([]);
    forgive();
    setRound((now) => now + 1);
  };
  const restart = (): void => {
    const old = kept.draft;
    kept.drop();
    begin();
    if (old === null) return;
    const undo = async (): Promise<void> => {
      back.current = undefined;
      kept.keep(() => old);
      begin();
      saidElsewhere('');
    };
    back.current = { undo, gone: toast({ words: t`已清空没写完的订单`, undo }) };
  };
  const missing = place === null ? t`选好医院、项目和日期，这里就是每天的价格。` : typed.service === null ? t`选好服务项目，这里就是每天的价格。` : t`填好开始和结束，这里就是每天的价格。`;
  const named = (given: NewOrder): string => (given.patient?.value === NEW ? given.person?.name : given.patient?.label) || t`还没有患者`;
  return (
    <article className={style.page}>
      <Back list={LIST} label={t`订单管理`} />
      <h1 tabIndex={-1}><Trans>新建订单</Trans></h1>
      {/* keys of its fields: it is no control itself */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form ref={form} className={style.columns} aria-label={t`新建订单`} noValidate onKeyDown={press} onSubmit={(event) => { event.preventDefault(); void submit(); }}>
        <div key={round} className={control.form}>
          {kept.other !== null && (
            <section className={style.notice} role="alert">
              <p>{t`还有一份没写完的订单：${named(kept.other.value)}，${format.instant(kept.other.at)}`}</p>
              <button type="button" className={control.button} onClick={() => { kept.takeOver(); setRound(round + 1); }}><Trans>换成那一份</Trans></button>
              <button type="button" className={`${control.button} ${control.quiet}`} onClick={kept.keepMine}><Trans>留下现在的</Trans></button>
            </section>
          )}
          {kept.since !== null && (
            <div className={style.notice}>
              <output>{t`接着 ${format.instant(kept.since)} 没写完的订单`}</output>
              <button type="button" className={control.button} onClick={restart}><Trans>从头写</Trans></button>
            </div>
          )}
          {/* without a hospital nothing else can be chosen */}
          {noHospitals !== null && (
            <section className={style.notice} role="alert">
              <p>{noHospitals.message}</p>
              <Retry again={askHospitals} />
            </section>
          )}
          <PatientField value={typed.patient} person={typed.person} onChange={write} faultOf={faultOf} />
          <Combobox
            label={t`医院`} name="hospital" required value={typed.hospital} choices={hospitalChoices} empty={noHospitals?.message} error={faultOf('hospital')}
            onChange={(choice) => write({ hospital: choice && { value: choice.value, label: choice.label }, department: null, ward: null, bed: null, service: null })}
          />
          <PlaceField hospitalId={place} value={typed} onChange={write} faultOf={faultOf} />
          <StayField value={typed} onChange={write} faultOf={faultOf} />
          <Combobox
            label={t`服务项目`} name="service" required value={typed.service} choices={serviceChoices} disabled={place === null} placeholder={place === null ? t`先选医院` : undefined} empty={noServices?.message ?? t`这家医院那天没有定价的项目`} error={faultOf('service')}
            onChange={(choice) => write({ service: choice && { value: choice.value, label: choice.label } })}
          />
          <FactFields value={typed} onChange={write} faultOf={faultOf} />
          <WishFields value={typed} onChange={write} faultOf={faultOf} />
          <p role="alert" className={control.error}>{failure !== null && blamed === null ? failure.message : null}</p>
          <div className={control.actions}>
            <button type="submit" className={`${control.button} ${control.primary}`} aria-disabled={busy} aria-busy={busy} {...keys(OWN_KEYS.send)}><Trans>新建订单</Trans> <KeyCap of={OWN_KEYS.send} /></button>
            <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>返回</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
            {kept.draft !== null && kept.since === null && <button type="button" className={`${control.button} ${control.quiet}`} onClick={restart}><Trans>清空</Trans></button>}
            {kept.draft !== null && <span className={control.hint}><Trans>没写完也会保留</Trans></span>}
          </div>
        </div>
        <aside className={style.aside} aria-label={t`价格`}>
          <h2><Trans>价格</Trans></h2>
          <Price quote={quote} missing={missing} />
        </aside>
      </form>
    </article>
  );
}
