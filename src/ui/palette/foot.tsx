import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Scope } from '../../../machines/palette.ts';
import { eitherOf } from '../../kernel/key.ts';
import { useFormat } from '../format.ts';
import { useKeyProps } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { Keys } from '../shown-keys.tsx';
import type { Mode } from './mode.ts';
import { palette } from './actor.ts';
import style from './palette.module.css';
import type { Row } from './rank.ts';
import { SCOPE_WORDS } from './scope.ts';

/** Keys and what they do now. */
function Hint({ of, wide = false, children }: { of: readonly string[]; wide?: boolean; children: ReactNode }) {
  return <span className={wide ? style.wide : undefined}>{of.map((keys) => <Keys key={keys} of={keys} />)} {children}</span>;
}
interface FootProps {
  /** The row that Enter would take. */
  row: Row | undefined;
  /** Whether it would now. */
  acts: boolean;
  pending: boolean;
  armed: boolean;
  leaving: boolean;
  many: boolean;
  denied: boolean;
  deniable: boolean;
  mode: Mode | null;
  why: boolean;
  text: string;
  scope: Scope | null;
  /** How many there are in all, where not all are shown. */
  total: number | null;
}

/** What Enter, Tab, Backspace and Esc do now. */
export function Foot({ row, acts, pending, armed, leaving, many, denied, deniable, mode, why, text, scope, total }: FootProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const props = useKeyProps();
  const chip = mode !== null ? t`退一步` : scope === null ? null : t`不只找${i18n._(SCOPE_WORDS[scope].title)}`;
  const runs = row?.kind === 'command' && row.command.goes === undefined;
  const enter = leaving ? <Trans>关闭</Trans> : mode !== null ? (row?.kind === 'choice' && row.choice.refused !== undefined ? <Trans>看原因</Trans> : mode.act) : denied ? null : !acts && !pending ? null : armed ? <Trans>结果到达后打开第一条</Trans> : row?.kind === 'scope' ? <Trans>只找这一类</Trans> : row?.kind === 'command' && row.why ? <Trans>看原因</Trans> : row?.kind === 'key' ? <Trans>全部按键</Trans> : runs ? <Trans>执行</Trans> : <Trans>打开</Trans>;
  return (
    <footer className={style.foot}>
      {enter === null || enter === undefined ? null : <Hint of={[OWN_KEYS.take.keys]}>{enter}</Hint>}
      {many ? <Hint of={eitherOf(OWN_KEYS.move.keys).slice(0, 2).reverse()}><Trans>选择</Trans></Hint> : null}
      {mode !== null || !(deniable || denied) ? null : (
        // its Enter is its own, not that of the chosen row
        <button type="button" data-stop tabIndex={-1} className={style.turn} {...props(OWN_KEYS.denied)} onKeyDown={(event) => event.stopPropagation()} onClick={() => palette.send({ type: 'turn' })}>
          <span className={style.wide}><Keys of={OWN_KEYS.denied.keys} /> </span>
          {denied ? <Trans>能做的</Trans> : <Trans>不能做的</Trans>}
        </button>
      )}
      {mode !== null || denied || row === undefined || row.kind === 'scope' ? null : <Hint of={[OWN_KEYS.why.keys]} wide>{why ? <Trans>不看原因</Trans> : <Trans>为什么在这里</Trans>}</Hint>}
      {mode?.sending?.stop === undefined ? null : <Hint of={[OWN_KEYS.stop.keys]}><Trans>做完这一张就停下</Trans></Hint>}
      {mode?.sending !== undefined && text === '' ? <Hint of={[OWN_KEYS.up.keys]}><Trans>在后台继续</Trans></Hint> : chip !== null && text === '' && !denied ? <Hint of={[OWN_KEYS.pop.keys, OWN_KEYS.up.keys]}>{chip}</Hint> : <Hint of={[OWN_KEYS.up.keys]}>{denied ? <Trans>返回</Trans> : text !== '' ? <Trans>清空</Trans> : <Trans>关闭</Trans>}</Hint>}
      {total === null ? null : <span className={style.total}>{t`共 ${format.number(total)} 条`}</span>}
      {pending && row !== undefined ? <span className={style.busy}><Trans>正在查找</Trans></span> : null}
    </footer>
  );
}
