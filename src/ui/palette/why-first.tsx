import { useSyncExternalStore } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import { usedAs } from '../../kernel/favour.ts';
import type { Reason, Tier } from '../../kernel/found.ts';
import { OwnKeys } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { favour, onMemory } from './memory.ts';
import style from './palette.module.css';
import type { Row } from './rank.ts';
import { whyFirst } from './why.ts';

/** What of a record answered. */
const REASONS: Readonly<Record<Reason, Words>> = { number: msg`编号`, name: msg`姓名`, pinyin: msg`拼音`, initials: msg`首字母`, phone: msg`手机尾号`, identity: msg`身份证尾号`, bed: msg`床号`, place: msg`地点`, staff: msg`工号` };
/** How well, where that does not go without saying. */
const TIERS: Readonly<Partial<Record<Tier, Words>>> = { 0: msg`完全一致`, 1: msg`开头一致`, 3: msg`包含这些字` };

/** How well a row answers: of a name that has but some signs of what was typed between others that is said. */
function howOf({ title, marks, ...row }: Row): Words | undefined {
  const tier = row.kind === 'record' || row.kind === 'command' ? row.tier : undefined;
  const spread = tier === 3 && marks.some((at, i) => i > 0 && /[\p{L}\p{N}]/u.test(title.slice(marks[i - 1]! + 1, at)));
  return spread ? msg`依次有这些字，中间隔着别的` : tier === undefined ? undefined : TIERS[tier];
}
/** Why the chosen row stands where it does: how it answers the text, then what this person made of it; and the keys that change that. */
export function WhyFirst({ row, text, first }: { row: Row; text: string; first: boolean }) {
  const { i18n } = useLingui();
  const pinned = useSyncExternalStore(onMemory, favour).pinned.includes(usedAs(row.id));
  const why = row.kind === 'record' ? row.record.why : undefined;
  const how = howOf(row);
  const said = [
    ...(text === '' ? [] : [why === undefined ? undefined : REASONS[why], how].flatMap((words) => (words === undefined ? [] : i18n._(words)))),
    ...whyFirst(row.id, text).map(({ words, value }) => (value === undefined ? i18n._(words) : `${i18n._(words)} ${value}`)),
  ];
  return (
    <output className={style.reason}>
      <span>
        {first ? <Trans>排在最前：</Trans> : <Trans>排在这里：</Trans>}
        {said.length === 0 ? <Trans>按固定的顺序，还没有用过</Trans> : said.join(' · ')}
      </span>
      <span className={style.reasonKeys}>
        <span><OwnKeys of={OWN_KEYS.pin} /> {pinned ? <Trans>取消固定</Trans> : <Trans>固定在最前</Trans>}</span>
        <span><OwnKeys of={OWN_KEYS.forget} /> <Trans>清除使用记录</Trans></span>
      </span>
    </output>
  );
}
