import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { Back } from '../../ui/detail/back.tsx';
import { Facts, Missing, Part, Wide } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { recall } from '../../ui/known.ts';
import { useRead } from '../../ui/read.ts';
import { Status } from '../../ui/status.tsx';
import { caregiver, type CaregiverDetail, type FoundCaregiver } from './contract.ts';
import { Expiry } from './expiry.tsx';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS, WORK_TONE, WORK_WORDS } from './words.ts';

/** What the list and the palette both know of a caregiver. */
type Known = FoundCaregiver['row'];

/** One caregiver: the facts already known first, the rest when it comes. */
export default function CaregiverPage({ params }: { params: Record<string, string> }) {
  const { t } = useLingui();
  const no = params['no'] ?? '';
  const { data: more, failure, again } = useRead(caregiver.detail, { params: { no } });
  const row = more ?? recall<Known>('caregiver', no);
  return (
    <article className={style.page} aria-busy={more === undefined && failure === null}>
      <Back list="/caregiver/index" label={t`护工管理`} />
      {failure !== null ? <Missing title={t`护工 ${no}`} failure={failure} again={again} /> : row === undefined ? <h1 tabIndex={-1} className={style.who}>{t`护工 ${no}`}</h1> : <Caregiver key={no} row={row} more={more} />}
    </article>
  );
}

function Caregiver({ row, more }: { row: Known; more: CaregiverDetail | undefined }) {
  const { t, i18n } = useLingui();
  const { label: levelOf } = useDictionary('caregiver_level');
  const { label: employmentOf } = useDictionary('employment');
  const { label: certificateOf } = useDictionary('certificate_kind');
  const format = useFormat();
  const age = more?.age ?? null;
  const days = (day: string | null): string | null => (day === null ? null : format.day(day));
  return (
    <>
      <header className={style.top}>
        <h1 tabIndex={-1} className={style.who}>{row.name}</h1>
        <Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} />
        <span className={style.where}>{[levelOf(row.level), ...row.hospitals].join(' · ')}</span>
        <span className={style.number}>{row.staffNo}</span>
      </header>
      <div className={style.columns}>
        <div className={style.column}>
          <Part title={t`资料`}>
            <Facts
              facts={[
                { name: t`姓名`, value: [row.name, row.gender === 1 ? t`男` : row.gender === 2 ? t`女` : null, age === null ? null : t`${age} 岁`].filter(Boolean).join(' · ') },
                { name: t`用工`, value: more && employmentOf(more.employment) },
                { name: t`手机`, value: more && more.mobile },
                { name: t`身份证`, value: more && more.idNo },
                { name: t`籍贯`, value: more && more.origin },
                { name: t`语言`, value: more && more.languages.join(' · ') },
                { name: t`技能`, value: more && more.skills.join(' · ') },
                { name: t`入职`, value: more && days(more.hiredOn) },
                { name: t`服务至`, value: more && days(more.servingUntil) },
                { name: t`评分`, value: more && (more.ratingAvg === null ? null : t`${format.number(more.ratingAvg)}（${format.number(more.ratingCount)} 次）`) },
                ...(more?.statusReason ? [{ name: t`状态原因`, value: more.statusReason }] : []),
              ]}
            />
          </Part>
          {more !== undefined && (
            <Part title={t`驻点`}>
              <ul className={style.times}>
                {more.postings.map((posting) => (
                  <li key={`${posting.hospital} ${posting.from}`} className={style.time}>
                    <span className={style.quiet}>{posting.to === null ? t`${format.day(posting.from)} 起` : format.dayRange(posting.from, posting.to)}</span>
                    <span>{posting.hospital}</span>
                  </li>
                ))}
              </ul>
              {more.postings.length === 0 && <p className={style.quiet}><Trans>没有驻点</Trans></p>}
            </Part>
          )}
        </div>
        {more !== undefined && (
          <div className={style.column}>
            <Part title={t`证件`}>
              <Wide label={t`证件`}>
                <table className={style.rows}>
                  <thead><tr><th scope="col"><Trans>种类</Trans></th><th scope="col"><Trans>编号</Trans></th><th scope="col"><Trans>到期</Trans></th><th scope="col"><Trans>剩余</Trans></th><th scope="col"><Trans>核验</Trans></th></tr></thead>
                  <tbody>
                    {more.certificates.map((certificate) => (
                      <tr key={certificate.id}><td>{certificateOf(certificate.kind)}</td><td>{certificate.number ?? '—'}</td><td>{days(certificate.expiresOn) ?? '—'}</td><td><Expiry daysLeft={certificate.daysLeft} /></td><td>{certificate.verified ? t`已核验` : t`未核验`}</td></tr>
                    ))}
                  </tbody>
                </table>
              </Wide>
              {more.certificates.length === 0 && <p className={style.quiet}><Trans>没有登记证件</Trans></p>}
            </Part>
            <Part title={t`最近的服务`}>
              <ol className={style.times}>
                {more.stints.map((stint) => (
                  <li key={`${stint.orderNo} ${stint.from}`} className={style.time}>
                    <a className={style.link} href={`#${href('/order/:no', { no: stint.orderNo })}`}>{stint.orderNo}</a>
                    <span className={style.run}><b>{stint.patientName}</b> <Status tone={WORK_TONE[stint.status]} words={i18n._(WORK_WORDS[stint.status])} /> <span className={style.quiet}>{stint.hospital} · {format.stay(stint.from, stint.to, { AM: t`上午`, PM: t`下午` })}</span></span>
                  </li>
                ))}
              </ol>
              {more.stints.length === 0 && <p className={style.quiet}><Trans>还没有服务记录</Trans></p>}
            </Part>
          </div>
        )}
      </div>
    </>
  );
}
