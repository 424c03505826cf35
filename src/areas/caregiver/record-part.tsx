import { useEffect, useRef } from 'react';
import { useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKey, useKeyProps } from '../../ui/bound-key.tsx';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import type { Keyed } from '../../ui/keyboard.ts';
import { recall } from '../../ui/known.ts';
import tab from '../../ui/list/tabs.module.css';
import { navigate } from '../../ui/location.ts';
import { useRead, type Read } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { area } from './area.ts';
import { caregiver, type CaregiverDetail } from './contract.ts';
import type { KnownCaregiver } from './record.ts';
import { useFollowCaregiver } from './follow.ts';
import { useCaregiverHere } from './here.ts';
import style from './record.module.css';

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
    <nav ref={bar} className={part === null || part === 'pay' ? `${tab.tabs} ${style.bleed}` : tab.tabs} aria-label={t`护工的记录`}>
      {tabs.map(([at, words, key]) => (
        <a key={words} className={tab.tab} href={`#${at === null ? href('/caregiver/:no', { no }) : href(`/caregiver/:no/${at}`, { no })}`} aria-current={at === part ? 'page' : undefined} {...(at === part ? {} : keys(key))}>
          {words} {at !== part && <KeyCap of={key} />}
        </a>
      ))}
    </nav>
  );
}
/** What a part of the record stands on: whose it is, the caregiver's commands, the way back by Esc, and word of changes. */
export function useRecordPart(no: string, changed: () => void): { name: string; detail: Read<CaregiverDetail> } {
  const detail = useRead(caregiver.detail, { params: { no } });
  const version = detail.data?.version;
  useFollowCaregiver(no, version, changed);
  useCaregiverHere({ row: () => detail.data });
  useKey(OWN_KEYS.back, () => navigate(href('/caregiver/:no', { no })));
  useEffect(() => {
    if (version !== undefined) changed();
    // a new version is the change
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  return { name: detail.data?.name ?? recall<KnownCaregiver>('caregiver', no)?.name ?? no, detail };
}
