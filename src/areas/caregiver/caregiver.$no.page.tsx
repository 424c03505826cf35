import { useEffect, useLayoutEffect, useRef } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { CallFailure } from '../../ui/call.ts';
import { Back } from '../../ui/detail/back.tsx';
import { Facts, Missing, Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { recall } from '../../ui/known.ts';
import { navigate } from '../../ui/location.ts';
import { refocus } from '../../ui/modal.ts';
import { useRead } from '../../ui/read.ts';
import { VerbDrawer } from '../../ui/verb-drawer.tsx';
import { acted } from './acted.ts';
import { Actions } from './action.tsx';
import { caregiver, type CaregiverDetail } from './contract.ts';
import { useFollowCaregiver } from './follow.ts';
import { useCaregiverHere } from './here.ts';
import { Certificates, Leaves } from './paper.tsx';
import { RecordHead } from './record-part.tsx';
import type { KnownCaregiver } from './record.ts';
import { isVerb, VERBS } from './registry.ts';
import { Standing } from './standing.tsx';
import { Stints, Story } from './story.tsx';
import type { Verb } from './verb.ts';

/** What the story calls a verb. */
const DID: Partial<Record<Verb, string>> = { revoke: 'certificate-revoke' };

/** One caregiver: the facts already known first, the rest when it comes; a verb of the address opens over it. */
export default function CaregiverPage({ params }: { params: Record<string, string> }) {
  const { t, i18n } = useLingui();
  const { no = '', verb } = params;
  const { data: more, failure, again } = useRead(caregiver.detail, { params: { no } });
  const row = more ?? recall<KnownCaregiver>('caregiver', no);
  useFollowCaregiver(no, more?.version);
  useCaregiverHere({ row: () => more });
  // what is here stays while it cannot be asked for again, but for someone who is gone
  const lost = failure !== null && (more === undefined || (failure instanceof CallFailure && failure.status === 404)) ? failure : null;
  // the heading that stood here while nothing was known had the focus
  const page = useRef<HTMLElement>(null);
  const waited = useRef(false);
  const stands = row !== undefined || lost !== null;
  useLayoutEffect(() => {
    // that there is none, or not now, is heard at once
    if (stands && (waited.current || lost !== null) && document.activeElement === document.body) page.current!.querySelector('h1')?.focus({ preventScroll: true });
    if (stands) waited.current = false;
  }, [stands, lost]);
  // a button that was pressed goes with what it did
  const had = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (had.current?.isConnected === false) refocus();
  }, [more]);
  const leave = (): void => ((history.state as { over?: boolean } | null)?.over === true ? history.back() : navigate(href('/caregiver/:no', { no }), { replace: true }));
  const odd = verb !== undefined && !isVerb(verb);
  // an address that leads nowhere (spec section 2)
  useEffect(() => {
    if (odd) navigate('/404', { replace: true, state: { wanted: `/caregiver/${no}/${verb}` } });
  }, [odd, no, verb]);
  const asked = verb !== undefined && isVerb(verb) ? { name: verb, ...VERBS[verb] } : null;
  const why = asked?.event === undefined || more === undefined || more.can.includes(asked.event) ? null : ((more.cannot[asked.event] ?? 'caregiver_state') as RefusalName);
  return (
    // the focus on its way up: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article ref={page} className={style.page} aria-busy={more === undefined && lost === null} onFocus={({ target }) => (had.current = target)}>
      <Back list="/caregiver/index" label={t`护工管理`} />
      {lost !== null ? <Missing title={t`护工 ${no}`} failure={lost} again={again} /> : row === undefined ? (
        // it is focused by whoever landed here, and gives the focus on
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <h1 tabIndex={-1} className={style.who} onFocus={() => (waited.current = true)}>{t`护工 ${no}`}</h1>
      ) : <Caregiver key={no} row={row} more={more} />}
      {asked !== null && lost === null && (
        <VerbDrawer key={asked.name} of={no} title={i18n._(asked.title)} wide={asked.wide ?? false} waiting={t`正在取资料`} Form={asked.Form} detail={more} why={why} onLeave={leave} onDone={(done) => (leave(), acted(DID[asked.name] ?? asked.name, more!, done))} />
      )}
    </article>
  );
}

function Caregiver({ row, more }: { row: KnownCaregiver; more: CaregiverDetail | undefined }) {
  const { t } = useLingui();
  const { label: employmentOf } = useDictionary('employment');
  const format = useFormat();
  const age = more?.age ?? null;
  const days = (day: string | null): string | null => (day === null ? null : format.day(day));
  return (
    <>
      <RecordHead no={row.staffNo} part={null} row={row} title={row.name} />
      {more !== undefined && <Standing row={more} />}
      {more !== undefined && <Actions row={more} />}
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
                { name: t`从业年数`, value: more && (more.yearsExperience === null ? null : format.number(more.yearsExperience)) },
                { name: t`入职`, value: more && days(more.hiredOn) },
                { name: t`服务至`, value: more && days(more.servingUntil) },
                { name: t`最早空闲`, value: more && days(more.nextFree) },
                { name: t`评分`, value: more && (more.ratingAvg === null ? null : t`${format.number(more.ratingAvg)}（${plural(more.ratingCount, { other: '# 次' })}）`) },
                { name: t`投诉`, value: more && (more.complaints === 0 ? null : t`${plural(more.complaints, { other: '# 起' })}`) },
                { name: t`学历`, value: more && more.education },
                { name: t`婚姻`, value: more && more.marital },
                { name: t`身高体重`, value: more && [more.heightCm === null ? null : t`${more.heightCm} 厘米`, more.weightKg === null ? null : t`${more.weightKg} 公斤`].filter(Boolean).join(' · ') },
                { name: t`紧急联系人`, value: more && [more.emergencyName, more.emergencyPhone].filter(Boolean).join(' · ') },
                { name: t`银行账号`, value: more && [more.bankName, more.bankAccount].filter(Boolean).join(' · ') },
                ...(more?.leftOn ? [{ name: t`离职日期`, value: days(more.leftOn) }] : []),
                ...(more?.statusReason && more.status !== 'blacklisted' ? [{ name: t`状态原因`, value: more.statusReason }] : []),
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
          {more !== undefined && <Leaves row={more} />}
          {more !== undefined && <Story events={more.timeline} />}
        </div>
        {more !== undefined && (
          <div className={style.column}>
            <Certificates row={more} />
            <Stints row={more} />
          </div>
        )}
      </div>
    </>
  );
}
