import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import control from '../../ui/style/control.module.css';
import { VerbForm as Frame } from '../../ui/verb-form.tsx';
import style from '../../ui/verb-form.module.css';
import { Line } from './life.tsx';
import type { Sending } from './use-verb.ts';

/** The frame of an order's verb (ui/verb-form.tsx); a conflict is shown field by field. */
export function VerbForm({ verb: { busy, said, conflict }, ...frame }: {
  verb: Pick<Sending<never>, 'busy' | 'said' | 'conflict'>;
  /** On the button that sends. */
  action: string;
  danger?: boolean;
  first?: string;
  blamed?: boolean;
  leave: () => void;
  onSubmit: (form: HTMLFormElement) => void;
  children?: ReactNode;
}) {
  return (
    <Frame
      busy={busy} said={said} {...frame}
      conflict={conflict === null ? null : (
        <>
          <p className={control.error}><Trans>填写的时候，订单变了。你填写的内容还在；看过再提交一次，就按最新情况办理。</Trans></p>
          <ol className={style.lines}>{conflict.map((line) => <Line key={line.id} line={line} />)}</ol>
        </>
      )}
    />
  );
}
