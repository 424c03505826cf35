import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { refusalWords } from '../../kernel/refusal.ts';
import { useLanguage } from '../../ui/language.tsx';
import control from '../../ui/style/control.module.css';
import { VerbForm as Frame } from '../../ui/verb-form.tsx';
import style from '../../ui/verb-form.module.css';
import { Line } from './life.tsx';
import type { Sending } from './use-verb.ts';

/** The frame of an order's verb (ui/verb-form.tsx); a conflict is shown field by field, and one that leaves nothing to do offers the way back only. */
export function VerbForm({ verb: { busy, said, conflict, gone }, ...frame }: {
  verb: Pick<Sending<never>, 'busy' | 'said' | 'conflict' | 'gone'>;
  /** On the button that sends. */
  action: string;
  danger?: boolean;
  first?: string | undefined;
  blamed?: string | null;
  leave: () => void;
  onSubmit: (form: HTMLFormElement) => void;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <Frame
      busy={busy} said={said} over={gone !== null} {...frame}
      conflict={conflict === null ? null : (
        <>
          <p className={control.error}>{gone !== null ? t`填写的时候，订单变了，这一步办不成了：${refusalWords(gone, language)}` : t`填写的时候，订单变了。你填写的内容还在；看过再提交一次，就按最新情况办理。`}</p>
          <ol className={style.lines}>{conflict.map((line) => <Line key={line.id} line={line} />)}</ol>
        </>
      )}
    />
  );
}
