import { useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { call } from '../../ui/call.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import { session } from '../session/contract.ts';
import { PlaceLines, type Place } from './place-list.tsx';

/** Where someone else is signed in, asked for by a button because every look is audited; all of it can be ended at once. */
export function AccountPlaces({ id }: { id: string }) {
  const { t } = useLingui();
  const [places, setPlaces] = useState<readonly Place[] | null>(null);
  const { busy, failure, send } = useSend();
  const look = useRef<HTMLButtonElement>(null);
  async function show(): Promise<void> {
    const done = await send(['places', id], () => call(session.placesOf, { params: { id } }));
    if (done !== undefined) setPlaces(done.reply);
  }
  async function end(): Promise<void> {
    const done = await send(['end', id], (idempotencyKey) => call(session.endPlacesOf, { params: { id }, idempotencyKey }));
    if (done === undefined) return;
    announce(t`这个账号在所有设备上都已退出登录`);
    setPlaces([]);
    look.current!.focus();
  }
  return (
    <div className={control.field}>
      <div className={control.actions}>
        <button ref={look} type="button" className={control.button} aria-busy={busy} onClick={() => void show()}>{places === null ? t`查看已登录的设备` : t`再看一次已登录的设备`}</button>
        {places !== null && places.length > 0 && <button type="button" className={`${control.button} ${control.danger}`} aria-busy={busy} onClick={() => void end()}><Trans>退出全部登录</Trans></button>}
      </div>
      {failure !== null && <p role="alert" className={control.error}>{failure.message}</p>}
      {places !== null && (places.length === 0 ? <p className={control.hint}><Trans>没有在任何设备上登录</Trans></p> : <PlaceLines places={places} />)}
    </div>
  );
}
