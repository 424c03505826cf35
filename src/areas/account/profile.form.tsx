import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { call } from '../../ui/call.ts';
import { Ask } from '../../ui/dialog.tsx';
import { useDraft } from '../../ui/draft.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { composing } from '../../ui/key.ts';
import { useSend } from '../../ui/send.ts';
import { personChanged } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { sendByKey } from '../../ui/submit.ts';
import { account } from './contract.ts';
import { PictureField } from './picture-field.tsx';

type Profile = Reply<typeof account.profile>;
/** What was typed, and the version it was typed over; what is left out is as it is. */
interface Draft {
  nickname?: string;
  gender?: number;
  avatar?: string | null;
  version: number;
}
/** Whether what this form changes is the same in both. */
const alike = (a: Profile, b: Profile): boolean => a.nickname === b.nickname && a.gender === b.gender && a.avatar === b.avatar;
const GENDERS = [0, 1, 2] as const;
/** Body code of the error catalogue: someone changed it meanwhile. */
const CONFLICT = 40900;

/** Changes nickname, gender and picture. What was typed stays through errors and conflicts and while one is on other pages; Esc asks before it throws it away. */
export function ProfileForm({ stored, onStale }: { stored: Profile; /** Asks the server again. */ onStale: () => void }) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useDraft<Draft>('/profile');
  // the version this person has seen; newer ones are taken over only when they say so
  const [seen, setSeen] = useState(stored);
  const { nickname = seen.nickname ?? '', gender = seen.gender, avatar, version } = draft ?? { version: seen.version };
  const write = (part: Omit<Draft, 'version'>): void => {
    const { version: _, ...typed } = { ...draft, ...part };
    const was = { nickname: seen.nickname ?? '', gender: seen.gender, avatar: seen.avatar };
    // what stands as it was is left alone, and follows a newer record
    const left = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== was[name as keyof typeof was]));
    const none = Object.keys(left).length === 0;
    setDraft(none ? null : { ...left, version });
    if ('nickname' in part) setWrong(false);
    if (!conflict || none) forgive();
  };
  // a phone that was bound, or a password, counts the version on too, and is no one else's edit of these fields
  useEffect(() => {
    if (stored.version <= seen.version || (draft !== null && !alike(stored, seen))) return;
    setSeen(stored);
    if (draft !== null) setDraft({ ...draft, version: stored.version });
  }, [stored, seen, draft, setDraft]);
  const [asking, setAsking] = useState(false);
  const [wrong, setWrong] = useState(false);
  const { busy, failure, send, forgive } = useSend();
  const conflict = failure?.code === CONFLICT;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const chosen = GENDERS.find((g) => g === gender) ?? 0;
    const body = { nickname: nickname.trim(), gender: chosen, version, ...(avatar === undefined ? {} : { avatar }) };
    setWrong(body.nickname === '');
    if (body.nickname === '') {
      forgive();
      return name.current!.focus();
    }
    const done = await send(body, (idempotencyKey) => call(account.editProfile, { body, idempotencyKey }));
    if (done === undefined) return;
    setSeen(done.reply);
    personChanged({ nickname: done.reply.nickname ?? '', avatar: done.reply.avatar });
    setDraft(null);
    announce(t`已保存`);
    onStale();
  }
  function press(event: KeyboardEvent<HTMLFormElement>): void {
    // the question that stands over the form has its own keys
    if (asking || composing(event.nativeEvent)) return;
    sendByKey(event);
    if (event.key !== 'Escape' || draft === null) return;
    event.preventDefault();
    setAsking(true);
  }
  function discard(): void {
    setDraft(null);
    setSeen(stored);
    forgive();
    setWrong(false);
    setAsking(false);
  }
  const newer = conflict && stored.version > version;

  return (
    // keys of the controls inside, on their way up
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={control.form} noValidate onKeyDown={press} onSubmit={(event) => void submit(event)}>
      <PictureField picture={avatar === undefined ? seen.avatar : avatar} onPick={(picked) => write({ avatar: picked })} />
      <div className={control.field}>
        <label className={control.label} htmlFor={`${id}n`}><Trans>姓名</Trans></label>
        <input ref={name} id={`${id}n`} className={control.input} type="text" maxLength={32} autoComplete="off" value={nickname} onChange={(event) => write({ nickname: event.target.value })} aria-invalid={wrong} aria-describedby={wrong ? `${id}e` : undefined} />
        {wrong ? <p id={`${id}e`} className={control.error}><Trans>填写姓名，最多 32 个字</Trans></p> : null}
      </div>
      <div className={control.field}>
        <label className={control.label} htmlFor={`${id}g`}><Trans>性别</Trans></label>
        <select id={`${id}g`} className={control.input} value={gender} onChange={(event) => write({ gender: Number(event.target.value) })}>
          <option value={0}>{t`未填写`}</option>
          <option value={1}>{t`男`}</option>
          <option value={2}>{t`女`}</option>
        </select>
      </div>
      {failure === null ? null : (
        <div role="alert" className={control.field}>
          <p className={control.error}>{failure.message}</p>
          {newer ? <p className={control.hint}>{t`现在保存的姓名是“${stored.nickname}”。你填写的内容还在。`}</p> : null}
          {conflict ? (
            <div className={control.actions}>
              {newer ? (
                <button type="button" className={control.button} onClick={({ currentTarget }) => { setSeen(stored); setDraft({ ...draft, version: stored.version }); forgive(); currentTarget.form!.querySelector<HTMLElement>('[type=submit]')!.focus(); }}><Trans>以我填写的为准</Trans></button>
              ) : (
                <button type="button" className={control.button} onClick={onStale}><Trans>查看最新内容</Trans></button>
              )}
            </div>
          ) : null}
        </div>
      )}
      <div className={control.actions}>
        <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy} {...keys(OWN_KEYS.send)}>
          <Trans>保存</Trans> <KeyCap of={OWN_KEYS.send} />
        </button>
        {draft === null ? null : (
          <>
            <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={() => setAsking(true)}>
              <Trans>放弃修改</Trans> <KeyCap of={OWN_KEYS.leave} />
            </button>
            <span className={control.hint}><Trans>还没有保存；离开这一页也会留着，直到退出登录。</Trans></span>
          </>
        )}
      </div>
      {asking ? (
        <Ask title={<Trans>放弃没有保存的修改？</Trans>} text={<Trans>头像、姓名和性别会回到已保存的内容。</Trans>} onCancel={() => setAsking(false)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setAsking(false)}><Trans>继续填写</Trans></button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={discard}><Trans>放弃修改</Trans></button>
        </Ask>
      ) : null}
    </form>
  );
}
