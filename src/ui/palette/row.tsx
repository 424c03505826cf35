import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import { refusalWords } from '../../kernel/refusal.ts';
import { Icon } from '../icon.tsx';
import { useLanguage } from '../language.tsx';
import { Keys } from '../shown-keys.tsx';
import { Status } from '../status.tsx';
import style from './palette.module.css';
import type { Row } from './rank.ts';

/** Said where the title cannot show what matched. */
const UNSEEN: Record<string, Words> = { phone: msg`手机尾号`, bed: msg`床号` };

/** The title with its matched characters marked; runs of marked characters make one mark. */
function Marked({ title, marks }: { title: string; marks: readonly number[] }) {
  const set = new Set(marks);
  const parts: { text: string; marked: boolean; at: number }[] = [];
  for (let i = 0; i < title.length; i += 1) {
    const marked = set.has(i);
    const last = parts.at(-1);
    if (last !== undefined && last.marked === marked) last.text += title[i]!;
    else parts.push({ text: title[i]!, marked, at: i });
  }
  return <>{parts.map((part) => (part.marked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>))}</>;
}

/** One row: picture, title, quiet facts, and at the right the key or the dates. */
export function RowView({ row }: { row: Row }) {
  const { i18n } = useLingui();
  const language = useLanguage();
  if (row.kind === 'command')
    return (
      <>
        <Icon name={row.command.on ?? (row.command.group === 'go' ? (row.command.id.split('.')[0] ?? '') : (row.command.calls ?? ''))} />
        <span className={style.title}>
          <Marked title={row.title} marks={row.marks} />
        </span>
        {row.on === undefined ? null : <span className={style.detail}>{row.why ? `${row.on} · ${refusalWords(row.why, language)}` : row.on}</span>}
        {row.command.keys === undefined ? null : (
          <span className={style.trailing}>
            <Keys of={row.command.keys} />
          </span>
        )}
      </>
    );
  const { record } = row;
  const unseen = row.query === '' ? undefined : UNSEEN[record.why ?? ''];
  return (
    <>
      <Icon name={row.recent ? 'recent' : (record.id.split(':')[0] ?? '')} />
      <span className={style.title}>
        <Marked title={row.title} marks={row.marks} />
      </span>
      <span className={style.detail}>
        {unseen === undefined ? null : <span className={style.why}>{i18n._(unseen)} {row.query} · </span>}
        {record.detail}
      </span>
      <span className={style.trailing}>
        {record.status === undefined ? null : <Status tone={record.status.tone} words={i18n._(record.status.words)} />}
        {record.trailing}
      </span>
    </>
  );
}
