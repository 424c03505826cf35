import { useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { useKeyText } from '../../ui/bound-key.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { Part, Wide } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { download } from '../../ui/download.ts';
import { useFormat } from '../../ui/format.ts';
import control from '../../ui/style/control.module.css';
import { acted } from './acted.ts';
import { area } from './area.ts';
import own from './caregiver.module.css';
import { caregiver, type CaregiverDetail, type Certificate } from './contract.ts';
import { Expiry, isReplaced } from './expiry.tsx';
import { openVerb } from './here.ts';

/** Does something to a certificate or a leave that asks nothing. */
function useDirect(row: CaregiverDetail) {
  const [failure, setFailure] = useState<string | null>(null);
  const under = useRef({ at: '', key: '' });
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === DROPPED) return;
      setFailure(error.message);
      announce(error.message);
    }
  };
  const does = (endpoint: (typeof caregiver)['certificate-verify'] | (typeof caregiver)['leave-cancel'], event: string, id: string): Promise<void> => {
    // one key for each version, as `straight` has it: a second press is the same
    const at = `${event} ${id} ${row.version}`;
    if (under.current.at !== at) under.current = { at, key: newKey() };
    return run(async () => acted(event, row, await call(endpoint, { params: { no: row.staffNo, id }, body: { version: row.version }, idempotencyKey: under.current.key })));
  };
  return { failure, run, does };
}

const CERTIFY = area.commands!.find(({ id }) => id === 'caregiver.certify')!;
/** The certificates, with what may be done to each. */
export function Certificates({ row }: { row: CaregiverDetail }) {
  const { t } = useLingui();
  const { label: kindOf } = useDictionary('certificate_kind');
  const format = useFormat();
  const { failure, run, does } = useDirect(row);
  const certifies = row.can.includes('certify');
  const textOf = useKeyText();
  const certifyKey = certifies ? textOf(CERTIFY) : undefined;
  const named = (label: string, one: Certificate): string => t`${label}：${`${kindOf(one.kind)} ${one.number ?? ''}`.trim()}`;
  return (
    <Part title={t`证件`}>
      <Wide label={t`证件`}>
        <table className={style.rows}>
          <thead><tr><th scope="col"><Trans>种类</Trans></th><th scope="col"><Trans>到期</Trans></th><th scope="col"><Trans>核验</Trans></th><th scope="col"><Trans>文件</Trans></th>{certifies && <th scope="col" className={own.does}><Trans>操作</Trans></th>}</tr></thead>
          <tbody>
            {row.certificates.map((one) => (
              <tr key={one.id}>
                <td>{kindOf(one.kind)}<br /><span className={style.quiet}>{one.number ?? '—'}</span>{one.issuer !== null && <div className={style.aside}>{one.issuer}</div>}</td>
                <td><Expiry daysLeft={one.daysLeft} replaced={isReplaced(one, row.certificates)} />{one.expiresOn !== null && <><br /><span className={style.quiet}>{format.day(one.expiresOn)}</span></>}</td>
                <td title={one.verifiedBy ?? undefined}>{one.verified ? t`已核验` : t`未核验`}</td>
                <td>{one.file === null ? '—' : <button type="button" className={`${control.button} ${control.quiet}`} aria-label={named(t`下载`, one)} title={one.file} onClick={() => void run(() => download(caregiver['certificate-read'], { params: { no: row.staffNo, id: one.id } }, ['pdf', 'png', 'jpg']))}><Trans>下载</Trans></button>}</td>
                {certifies && (
                  <td className={own.does}>
                    <span className={own.act}>
                      {!one.verified && <button type="button" className={`${control.button} ${control.quiet}`} aria-label={named(t`核验`, one)} onClick={() => void does(caregiver['certificate-verify'], 'certificate-verify', one.id)}><Trans>核验</Trans></button>}
                      <button type="button" className={`${control.button} ${control.quiet}`} aria-label={named(t`修改`, one)} onClick={() => openVerb(row, 'certify', { certificate: one.id })}><Trans>修改</Trans></button>
                      <button type="button" className={`${control.button} ${control.quiet} ${control.danger}`} aria-label={named(t`作废`, one)} onClick={() => openVerb(row, 'revoke', { certificate: one.id })}><Trans>作废</Trans></button>
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {row.certificates.length === 0 && <p className={style.quiet}>{certifyKey !== undefined ? t`没有登记证件，按 ${certifyKey} 登记` : t`没有登记证件`}</p>}
      <p role="alert" className={control.error}>{failure}</p>
    </Part>
  );
}

/** Days off, with those that can be taken back. */
export function Leaves({ row }: { row: CaregiverDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { failure, does } = useDirect(row);
  if (row.leaves.length === 0) return null;
  return (
    <Part title={t`请假`}>
      <ul className={style.times}>
        {row.leaves.map((leave) => (
          <li key={leave.id} className={own.row}>
            <span><span className={leave.over ? style.quiet : undefined}>{format.dayRange(leave.from, leave.to)}</span>{leave.reason && <span className={style.quiet}> · {leave.reason}</span>}</span>
            {!leave.over && row.can.includes('leave') && <button type="button" className={`${control.button} ${control.quiet}`} aria-label={t`取消请假：${format.dayRange(leave.from, leave.to)}`} onClick={() => void does(caregiver['leave-cancel'], 'leave-cancel', leave.id)}><Trans>取消请假</Trans></button>}
          </li>
        ))}
      </ul>
      <p role="alert" className={control.error}>{failure}</p>
    </Part>
  );
}
