import { useEffect, useRef } from 'react';
import { useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKey, useKeyProps } from '../../ui/bound-key.tsx';
import { Crumbs } from '../../ui/detail/crumbs.tsx';
import detail from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import type { Keyed } from '../../ui/keyboard.ts';
import { recall } from '../../ui/known.ts';
import { lastList } from '../../ui/list/place.ts';
import tab from '../../ui/list/tabs.module.css';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { area } from './area.ts';
import { caregiver } from './contract.ts';
import type { KnownCaregiver } from './record.ts';
import { useFollowCaregiver } from './follow.ts';
import { useCaregiverHere } from './here.ts';
import style from './record.module.css';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS } from './words.ts';

/** The parts of a caregiver's record that have addresses of their own. */
export type RecordPart = 'work' | 'evaluations' | 'pay';

const command = (part: RecordPart): Keyed => area.commands!.find(({ id }) => id === `caregiver.${part}`) as Keyed;
/** The parts of a record as tabs, each at its address and with its key (area.ts); a part that this person may not see is left out. */
export function RecordTabs({ no, part }: { no: string; part: RecordPart | null }) {
  const { t } = useLingui();
  const keys = useKeyProps();
  const viewer = useViewer();
  const pays = viewer !== null && may(viewer, caregiver.pay.may as 'biz:caregiver:reveal');
  const tabs: readonly (readonly [at: RecordPart | null, words: string, key: Keyed])[] = [[null, t`资料`, OWN_KEYS.back], ['work', t`服务记录`, command('work')], ['evaluations', t`评价`, command('evaluations')], ...(pays ? [['pay', t`工资`, command('pay')] as const] : [])];
  // where they have no room side by side
  const bar = useRef<HTMLElement>(null);
  useEffect(() => void bar.current!.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [part]);
  return (
    <nav ref={bar} className={`${tab.tabs} ${style.bleed}`} aria-label={t`护工的记录`}>
      {tabs.map(([at, words, key]) => (
        <a key={words} className={tab.tab} href={`#${at === null ? href('/caregiver/:no', { no }) : href(`/caregiver/:no/${at}`, { no })}`} aria-current={at === part ? 'page' : undefined} {...(at === part ? {} : keys(key))}>
          {words} {at !== part && <KeyCap of={key} />}
        </a>
      ))}
    </nav>
  );
}
/** Who it is, over every part of their record alike, and its tabs. `title`: the name, and behind it what part this is, for who does not see the tabs; `row`: what is known. */
export function RecordHead({ no, part, row, title }: { no: string; part: RecordPart | null; row: KnownCaregiver | undefined; title: string }) {
  const { i18n } = useLingui();
  const { label: levelOf } = useDictionary('caregiver_level');
  const name = row?.name ?? no;
  return (
    <>
      <header className={detail.top}>
        <h1 tabIndex={-1} className={detail.who}>{name}<span className={control.hidden}>{title.slice(name.length)}</span></h1>
        {row !== undefined && <Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} />}
        <span className={detail.where}>{row && [row.level === undefined ? '' : levelOf(row.level), ...row.hospitals].filter(Boolean).join(' · ')}</span>
        <span className={detail.number}>{no}</span>
      </header>
      <RecordTabs no={no} part={part} />
    </>
  );
}
/** The head of a part that has a page of its own; Esc leads to the facts, which are a tab of it. */
export function PartHead(props: Parameters<typeof RecordHead>[0]) {
  const { t } = useLingui();
  return <div className={style.head}><Crumbs keyed={false} trail={[{ to: lastList('/caregiver/index'), words: t`护工管理` }]} /><RecordHead {...props} /></div>;
}
/** What a part of the record stands on: whose it is, the caregiver's commands, the way back by Esc, and word of changes. */
export function useRecordPart(no: string, changed: () => void): { name: string; row: KnownCaregiver | undefined } {
  const { data } = useRead(caregiver.detail, { params: { no } });
  const version = data?.version;
  useFollowCaregiver(no, version, changed);
  useCaregiverHere({ row: () => data });
  useKey(OWN_KEYS.back, () => navigate(href('/caregiver/:no', { no })));
  useEffect(() => {
    if (version !== undefined) changed();
    // a new version is the change
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  const row = data ?? recall<KnownCaregiver>('caregiver', no);
  return { name: row?.name ?? no, row };
}
