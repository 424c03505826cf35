import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Facts, Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import { useStays } from '../../ui/rested.ts';
import { Status } from '../../ui/status.tsx';
import { caregiver, type CaregiverDetail, type CaregiverRow } from './contract.ts';
import { Expiry, isReplaced } from './expiry.tsx';
import { Standing } from './standing.tsx';
import { Stints, Story } from './story.tsx';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS } from './words.ts';

/** The certificates that count and when each ends; older ones and what may be done to them are on the caregiver's page. */
function Papers({ certificates }: Pick<CaregiverDetail, 'certificates'>) {
  const { t } = useLingui();
  const format = useFormat();
  const { label: kindOf } = useDictionary('certificate_kind');
  return (
    <Part title={t`证件`}>
      <Facts facts={certificates.filter((one) => !isReplaced(one, certificates)).map(({ kind, expiresOn, daysLeft }) => ({ name: kindOf(kind), value: <><Expiry daysLeft={daysLeft} />{expiresOn !== null && ` · ${format.day(expiresOn)}`}</> }))} />
      {certificates.length === 0 && <p className={style.quiet}>{t`没有证件`}</p>}
    </Part>
  );
}
/** A caregiver beside their list: what the row knows at once, the rest when one stays. */
export function Peek({ row }: { row: CaregiverRow }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { label: levelOf } = useDictionary('caregiver_level');
  const { label: employmentOf } = useDictionary('employment');
  const { data: more, failure } = useRead(caregiver.detail, { params: { no: row.staffNo } }, { asks: useStays() });
  const day = (value: string | null): string | null => (value === null ? null : format.day(value));
  return (
    <article aria-busy={more === undefined && failure === null}>
      <header className={style.top}>
        <h2 className={style.who}>{row.name}</h2>
        <Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} />
        <span className={style.where}>{[levelOf(row.level), employmentOf(row.employment), ...row.hospitals].join(' · ')}</span>
        <span className={style.number}>{row.staffNo}</span>
      </header>
      {more !== undefined && <Standing row={more} />}
      <Part title={t`资料`}>
        <Facts
          facts={[
            { name: t`手机`, value: row.mobile },
            { name: t`服务至`, value: day(row.servingUntil) },
            { name: t`最早空闲`, value: day(row.nextFree) },
            { name: t`评分`, value: row.ratingAvg === null ? null : t`${format.number(row.ratingAvg)}（${plural(row.ratingCount, { other: '# 次' })}）` },
            { name: t`技能`, value: more && more.skills.join(' · ') },
            { name: t`语言`, value: more && more.languages.join(' · ') },
          ]}
        />
      </Part>
      {failure !== null && <p role="alert">{failure.message}</p>}
      {more !== undefined && <Papers certificates={more.certificates} />}
      {more !== undefined && <Stints row={more} />}
      {more !== undefined && <Story events={more.timeline} />}
    </article>
  );
}
