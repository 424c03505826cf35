import { useEffect } from 'react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { recall } from '../../ui/known.ts';
import tab from '../../ui/list/tabs.module.css';
import { navigate } from '../../ui/location.ts';
import { usePlainKey } from '../../ui/plain-key.ts';
import { useRead, type Read } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { caregiver, type CaregiverDetail, type FoundCaregiver } from './contract.ts';
import { useFollowCaregiver } from './follow.ts';
import { useCaregiverHere } from './here.ts';
import style from './record.module.css';

/** The parts of a caregiver's record that have addresses of their own. */
export type RecordPart = 'work' | 'evaluations' | 'pay';

/** The parts of a record as tabs, each at its address and with its key (area.ts); a part that this person may not see is left out. */
export function RecordTabs({ no, part }: { no: string; part: RecordPart | null }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const pays = viewer !== null && may(viewer, caregiver.pay.may as 'biz:caregiver:reveal');
  const tabs: readonly (readonly [at: RecordPart | null, words: string, key: string | null, shortcut: string])[] = [[null, t`资料`, part === null ? null : 'Esc', 'Escape'], ['work', t`服务记录`, 'W', 'w'], ['evaluations', t`评价`, 'M', 'm'], ...(pays ? [['pay', t`工资`, 'Y', 'y'] as const] : [])];
  return (
    <nav className={part === null || part === 'pay' ? `${tab.tabs} ${style.bleed}` : tab.tabs} aria-label={t`护工的记录`}>
      {tabs.map(([at, words, key, shortcut]) => (
        <a key={words} className={tab.tab} href={`#${at === null ? href('/caregiver/:no', { no }) : href(`/caregiver/:no/${at}`, { no })}`} aria-current={at === part ? 'page' : undefined} aria-keyshortcuts={key === null ? undefined : shortcut}>
          {words} {key !== null && at !== part && <kbd className={control.key} aria-hidden="true">{key}</kbd>}
        </a>
      ))}
    </nav>
  );
}
/** What a part of the record stands on: whose it is, the caregiver's commands, the way back by Esc, and word of changes. */
export function useRecordPart(no: string, changed: () => void): { name: string; detail: Read<CaregiverDetail> } {
  const detail = useRead(caregiver.detail, { params: { no } });
  const version = detail.data?.version;
  useFollowCaregiver(no, version);
  useCaregiverHere({ row: () => detail.data });
  usePlainKey([
    { keys: ['Escape', 'Backspace'], words: msg`护工：回到资料`, run: () => navigate(href('/caregiver/:no', { no })) },
  ]);
  useEffect(() => {
    if (version !== undefined) changed();
    // a new version is the change
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  return { name: detail.data?.name ?? recall<FoundCaregiver['row']>('caregiver', no)?.name ?? no, detail };
}
