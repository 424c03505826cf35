import { useEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call, CallFailure, newKey } from '../../ui/call.ts';
import { DayField } from '../../ui/day-field.tsx';
import { useDictionary } from '../../ui/dictionary.ts';
import { Field } from '../../ui/field.tsx';
import { useQuery } from '../../ui/location.ts';
import { SelectField } from '../../ui/select-field.tsx';
import control from '../../ui/style/control.module.css';
import { VerbForm } from '../../ui/verb-form.tsx';
import { forgetCaregiver, noteRows } from './acted.ts';
import style from './caregiver.module.css';
import { caregiver, CERTIFICATE_KINDS, FILE_BYTES, type Acted, type Certificate } from './contract.ts';
import { useVerb } from './use-verb.tsx';
import type { VerbProps } from './verb.ts';

const ACCEPTED = 'application/pdf,image/png,image/jpeg';
type Typed = Pick<Certificate, 'number' | 'issuer' | 'issuedOn' | 'expiresOn' | 'verified'> & { kind: string };
/** Writes a certificate down, or corrects the one of the address, which may name the kind of a new one; its picture or document goes after it. Fields that were left alone follow the certificate. */
export default function CertifyForm(props: VerbProps) {
  const query = useQuery();
  const wanted = query.get('certificate');
  const held = wanted === null ? undefined : props.detail.certificates.find(({ id }) => id === wanted);
  return <Fields key={wanted ?? 'new'} {...props} held={held} gone={wanted !== null && held === undefined} first={CERTIFICATE_KINDS.find((kind) => kind === query.get('kind')) ?? 'health'} />;
}
/** `gone`: the one of the address is none by now; what was typed stays, and can be written down as a new one. */
function Fields({ held, gone, first, ...props }: VerbProps & { held: Certificate | undefined; gone: boolean; first: Certificate['kind'] }) {
  const { t } = useLingui();
  const { detail, touch, leave, done } = props;
  const kinds = useDictionary('certificate_kind', CERTIFICATE_KINDS);
  const verb = useVerb(props, held === undefined ? caregiver.certify : caregiver['certificate-edit'], held === undefined ? {} : { id: held.id });
  // once it is none any more, what it last said stays
  const [known, setKnown] = useState(held);
  if (held !== undefined && held !== known) setKnown(held);
  const [touched, setTouched] = useState<Partial<Typed>>({});
  const write = (part: Partial<Typed>): void => setTouched((now) => ({ ...now, ...part }));
  // an identity card's is masked, and stays where none is typed
  const card = known?.kind === 'id_card';
  const masked = card && held !== undefined && (touched.kind ?? 'id_card') === 'id_card' ? known.number : null;
  const { kind, number, issuer, issuedOn, expiresOn, verified }: Typed = { kind: first, number: null, issuer: null, issuedOn: null, expiresOn: null, verified: false, ...known, ...(card ? { number: null } : {}), ...touched };
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState(false);
  // the certificate is written down already, its file was not taken: only that is sent again
  const [left, setLeft] = useState<Acted | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // the field that had the focus is gone
    if (left !== null && document.activeElement === document.body) picker.current!.focus();
  }, [left]);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const large = file !== null && file.size > FILE_BYTES;
  const needed = kind === 'health' && expiresOn === null;
  const before = issuedOn !== null && expiresOn !== null && expiresOn < issuedOn;

  async function upload(written: Acted): Promise<void> {
    if (file === null) return done(written);
    const form = new FormData();
    form.append('file', file, file.name);
    setSending(true);
    setFailure(null);
    try {
      done(await call(caregiver['certificate-file'], { params: { no: detail.staffNo, id: written.certificateId! }, query: { version: String(written.row?.version ?? detail.version), ...(verified ? { verified: '1' } : {}) }, form, idempotencyKey: newKey() }));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(t`证件已登记，文件没有上传：${error.message}`);
      setLeft(written);
      if (written.row !== null) noteRows([written.row]);
      else forgetCaregiver(detail.staffNo);
    } finally {
      setSending(false);
    }
  }
  return (
    <VerbForm
      busy={verb.busy || sending} said={failure ?? verb.said} conflict={verb.conflict} action={held === undefined ? t`登记` : t`保存`} first="kind" leave={leave}
      onSubmit={(form) => {
        setWrong(true);
        if (large) return;
        if (left !== null) return void upload({ ...left, row: left.row === null ? null : { ...left.row, version: detail.version } });
        if (needed || before) return void form.querySelector<HTMLElement>('[name=expiresOn]')?.focus();
        void verb.send({ kind: kind as Certificate['kind'], ...(masked !== null && !number?.trim() ? {} : { number: number?.trim() || null }), issuer: issuer?.trim() || null, issuedOn, expiresOn, verified }).then((answer) => answer && upload(answer));
      }}
    >
      {left === null && (
        <>
          <SelectField label={t`种类`} name="kind" value={kind} options={kinds} onChange={(kind) => write({ kind })} />
          <Field label={t`编号`} name="number" maxLength={64} autoComplete="off" spellCheck={false} value={number ?? ''} error={null} onChange={({ target }) => write({ number: target.value })} {...(masked === null ? {} : { placeholder: masked, hint: t`不填就还是 ${masked}` })} />
          <Field label={t`发证机构`} name="issuer" maxLength={80} autoComplete="off" value={issuer ?? ''} error={null} onChange={({ target }) => write({ issuer: target.value })} />
          <DayField label={t`发证日期`} name="issuedOn" value={issuedOn} error={null} onChange={(day) => (touch(), write({ issuedOn: day }))} />
          <DayField
            label={t`到期日`} name="expiresOn" value={expiresOn} from={issuedOn ?? undefined} hint={kind !== 'health' ? t`长期有效的不填` : issuedOn === null ? undefined : t`+365 从发证日期算起`}
            error={wrong && needed ? t`健康证要填到期日` : wrong && before ? t`到期日不能早于发证日期` : null} onChange={(day) => (touch(), write({ expiresOn: day }))}
          />
          <label className={control.actions}><input type="checkbox" name="verified" checked={verified} onChange={({ target }) => write({ verified: target.checked })} /> {t`已看过原件`}</label>
        </>
      )}
      <div className={control.field}>
        <span className={control.label}>{t`文件`}</span>
        <label className={`${control.button} ${style.pick}`}>
          {t`选择文件`}
          <input ref={picker} type="file" name="file" className={control.hidden} accept={ACCEPTED} aria-describedby="certificate-file-hint" onChange={({ target }) => (touch(), setFile(target.files?.[0] ?? null))} />
        </label>
        <p id="certificate-file-hint" className={control.hint}>{file !== null ? t`已选“${file.name}”，可以换一个` : held?.file ? t`现在的文件：${held.file}；选了新的就替换` : t`PDF、PNG 或 JPEG，最大 5 MB`}</p>
        <p className={control.error} aria-live="polite">{large ? t`文件超过 5 MB` : null}</p>
      </div>
      {gone && left === null && <p role="alert" className={control.error}>{t`这张证件已被作废，再提交会登记为新的`}</p>}
    </VerbForm>
  );
}
