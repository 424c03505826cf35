import { useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import control from '../../ui/style/control.module.css';
import style from './profile.module.css';

/** Pixels of either side: what an avatar needs at most. */
const SIDE = 256;
/** The middle of a picture as a PNG data address. @throws when the browser cannot read it. */
async function squared(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  canvas.getContext('2d')!.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  picture.close();
  return canvas.toDataURL('image/png');
}

/** One's picture: chosen from a file, made small here, saved with the rest of the form. */
export function PictureField({ picture, onPick }: { picture: string | null; onPick: (picture: string | null) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [failed, setFailed] = useState(false);
  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const made = await squared(file).catch(() => null);
    setFailed(made === null);
    if (made !== null) onPick(made);
  }
  return (
    <fieldset className={style.pictures}>
      <legend className={control.label}>{t`头像`}</legend>
      <div className={style.picture}>
        {picture === null ? <span className={style.none} aria-hidden="true">—</span> : <img src={picture} alt={t`头像`} />}
        <div className={control.actions}>
          <input ref={input} type="file" accept="image/png,image/jpeg" hidden aria-label={t`选择图片`} onChange={(event) => { void take(event.target.files?.[0]); event.target.value = ''; }} />
          <button ref={choose} type="button" className={control.button} onClick={() => input.current!.click()}>{t`选择图片`}</button>
          {picture === null ? null : <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => { onPick(null); choose.current!.focus(); }}>{t`移除`}</button>}
        </div>
      </div>
      <p className={control.error} aria-live="polite">{failed ? t`这个文件读不出来，选一张 PNG 或 JPEG 图片。` : null}</p>
    </fieldset>
  );
}
