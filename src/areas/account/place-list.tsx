import { useRef, useState, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { announce } from '../../ui/announce.tsx';
import { call, CallFailure } from '../../ui/call.ts';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import { session } from '../session/contract.ts';
import style from './profile.module.css';

/** Where someone is signed in. */
export type Place = Reply<typeof session.places>[number];
/** Body code of the error catalogue: there is none such, any more. */
const GONE = 40400;
const found = (agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined => names.find(([sign]) => sign.test(agent))?.[1];
/** Browser and system as people call them; null when neither is known. */
function deviceOf(agent: string | null): string | null {
  const browser = found(agent ?? '', [[/Edg/, 'Edge'], [/Firefox/, 'Firefox'], [/Chrome/, 'Chrome'], [/Safari/, 'Safari']]);
  const system = found(agent ?? '', [[/Windows/, 'Windows'], [/Android/, 'Android'], [/iPhone|iPad/, 'iOS'], [/Mac OS/, 'macOS'], [/Linux/, 'Linux']]);
  return browser === undefined && system === undefined ? null : [browser, system].filter((part) => part !== undefined).join(' · ');
}

/** Places, newest use first, each with what may be done about it. */
export function PlaceLines({ places, act }: { places: readonly Place[]; act?: (place: Place, device: string) => ReactNode }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <ul className={style.places}>
      {places.map((place) => {
        const device = deviceOf(place.userAgent) ?? t`未知设备`;
        return (
          <li key={place.id} className={style.row}>
            <span className={style.value}>
              {device} <span className={control.hint}>{[place.ip, t`最近使用 ${format.instant(place.lastSeenAt)}`, t`登录于 ${format.instant(place.createdAt)}`].filter((part) => part !== null).join(' · ')}</span>
            </span>
            {act?.(place, device)}
          </li>
        );
      })}
    </ul>
  );
}

/** Where one is signed in; every place but this one can be ended. */
export function Places() {
  const { t } = useLingui();
  const { data, failure, again } = useRead(session.places);
  const ending = useSend();
  const [last, setLast] = useState<Place | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  async function end(place: Place): Promise<void> {
    // one after the other: what is tried again is the one that failed
    if (ending.busy) return;
    setLast(place);
    const done = await ending.send({ id: place.id }, (idempotencyKey) =>
      call(session.endPlace, { params: { sessionId: place.id }, idempotencyKey }).catch((error: unknown) => {
        // it ended by itself or from elsewhere: that is what was wanted
        if (!(error instanceof CallFailure && error.code === GONE)) throw error;
      }),
    );
    if (done === undefined) return;
    announce(t`那台设备已退出登录`);
    heading.current!.focus();
    again();
  }
  const said = ending.failure ?? failure;
  const verb = t({ context: '按钮', message: '退出登录' });
  return (
    <section className={style.section} aria-labelledby="places">
      <h2 ref={heading} id="places" tabIndex={-1}>{t`已登录的设备`}</h2>
      {said === null ? null : (
        <p role="alert" className={control.actions}>
          <span className={control.error}>{said.message}</span>
          <button type="button" className={control.button} onClick={() => (ending.failure !== null && last !== null ? void end(last) : again())}>{t`再试一次`}</button>
        </p>
      )}
      {data === undefined ? (failure === null ? <div className={style.waiting} aria-hidden="true" /> : null) : (
        <PlaceLines
          places={data}
          act={(place, device) => (place.current ? <span>{t`当前设备`}</span> : <button type="button" className={control.button} aria-label={`${verb} ${device} ${place.ip ?? ''}`} onClick={() => void end(place)}>{verb}</button>)}
        />
      )}
    </section>
  );
}
