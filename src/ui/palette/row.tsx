import { memo } from 'react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import { Either } from '../bound-key.tsx';
import { Icon as Picture } from '../icon.tsx';
import { Keys } from '../shown-keys.tsx';
import { Status as Dotted } from '../status.tsx';
import control from '../style/control.module.css';
import { Numbered } from './numbered.tsx';
import style from './row.module.css';
import type { Row } from './rank.ts';

// what most rows have alike is not drawn again when another row comes to their place
const Icon = memo(Picture);
const Status = memo(Dotted);
/** Said where neither title nor second fact can show what matched. */
const UNSEEN: Record<string, Words> = { phone: msg`手机尾号`, identity: msg`身份证尾号` };

/** A text with its matched characters marked; runs of marked characters make one mark. */
function Marked({ text, marks }: { text: string; marks: readonly number[] }) {
  if (marks.length === 0) return <>{text}</>;
  const set = new Set(marks);
  const parts: { text: string; marked: boolean }[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const marked = set.has(i);
    const last = parts.at(-1);
    if (last !== undefined && last.marked === marked) last.text += text[i]!;
    else parts.push({ text: text[i]!, marked });
  }
  // what is not marked is text alone: fifty elements fewer to be made, styled and laid out at every key
  return <>{parts.map((part, i) => (part.marked ? <mark key={i}>{part.text}</mark> : part.text))}</>;
}
const iconOf = (row: Row & { kind: 'command' }): string => row.command.on ?? (row.command.group === 'go' ? (row.command.id.split('.')[0] ?? '') : (row.command.calls ?? ''));

/** One row: picture, title, quiet facts, and at the right the key or the dates. */
export function RowView({ row }: { row: Row }) {
  const { i18n } = useLingui();
  const title = (
    <span className={style.title}>
      <Numbered text={row.title} part={(text, from) => <Marked text={text} marks={from === 0 ? row.marks : row.marks.map((at) => at - from)} />} />
    </span>
  );
  if (row.kind === 'command')
    return (
      <>
        <Icon name={iconOf(row)} or={row.command.group} />
        {title}
        {row.why ? <span className={style.detail} data-refused>{[row.why, row.on].filter(Boolean).join(' · ')}</span> : row.on && <span className={style.detail}><Numbered text={row.on} fits={0} /></span>}
        {row.kept !== true ? null : <span className={style.kept}>{i18n._(msg`正在使用`)}</span>}
        {row.command.keys === undefined ? null : (
          <span className={style.trailing}>
            <Keys of={row.command.keys} />
          </span>
        )}
      </>
    );
  if (row.kind === 'key')
    return (
      <>
        <Icon name="help" />
        {title}
        <span className={style.caps}><Either of={row.keys} or="/" /></span>
      </>
    );
  if (row.kind === 'jump')
    return (
      <>
        <Icon name={row.jump.icon} />
        {title}
      </>
    );
  if (row.kind === 'scope')
    return (
      <>
        <kbd className={`${control.key} ${style.sign}`}>{row.sign}</kbd>
        {title}
      </>
    );
  if (row.kind === 'choice')
    return (
      <>
        {title}
        <span className={style.detail} data-refused={row.choice.refused !== undefined}>{row.choice.refused ?? row.choice.detail}</span>
      </>
    );
  if (row.kind === 'gone') return title;
  const { record } = row;
  // the last of its places, such as the bed, is the one that tells most: it is never cut for the wider ones
  const narrow = Math.max(0, record.detail.lastIndexOf(' · '));
  const unseen = row.typed === '' ? undefined : UNSEEN[record.why ?? ''];
  return (
    <>
      <Icon name={row.recent ? 'recent' : (record.id.split(':')[0] ?? '')} />
      {title}
      <span className={`${style.detail} ${style.parts}`}>
        <span className={style.wider}>
          {unseen === undefined ? null : <span className={style.why}>{i18n._(unseen)} {row.typed} · </span>}
          <Marked text={record.detail.slice(0, narrow)} marks={row.beside.filter((at) => at < narrow)} />
        </span>
        <span className={style.narrower}>
          <Marked text={record.detail.slice(narrow)} marks={row.beside.filter((at) => at >= narrow).map((at) => at - narrow)} />
        </span>
      </span>
      <span className={style.trailing}>
        {record.status === undefined ? null : <Status tone={record.status.tone} words={i18n._(record.status.words)} />}
        {record.trailing}
      </span>
    </>
  );
}
