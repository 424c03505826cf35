import { memo, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Scope } from '../../../machines/palette.ts';
import { eitherOf } from '../../kernel/key.ts';
import { useFormat } from '../format.ts';
import { useKeyProps } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { useStays } from '../rested.ts';
import { Keys } from '../shown-keys.tsx';
import type { Mode } from './mode.ts';
import { palette } from './actor.ts';
import style from './palette.module.css';
import type { Row } from './rank.ts';
import { SCOPE_WORDS } from './scope.ts';

/** Keys and what they do now. */
function Hint({ of, wide = false, children }: { of: readonly string[]; wide?: boolean; children: ReactNode }) {
  return <span className={wide ? style.wide : undefined}><Keys of={of.join(' ')} /> {children}</span>;
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

/** What Enter does: a key of its words, or those of a step. */
type Does = 'close' | 'reason' | 'step' | 'later' | 'narrow' | 'keys' | 'run' | 'open';
function doesOf({ row, acts, pending, armed, leaving, denied, mode }: FootProps): Does | null {
  if (leaving) return 'close';
  if (row?.kind === 'gone') return null;
  if (mode !== null) return row?.kind === 'choice' && row.choice.refused !== undefined ? 'reason' : 'step';
  if (denied || (!acts && !pending)) return null;
  if (armed) return 'later';
  if (row?.kind === 'scope') return 'narrow';
  if (row?.kind === 'key') return 'keys';
  if (row?.kind !== 'command') return 'open';
  return row.why ? 'reason' : row.command.goes === undefined ? 'run' : 'open';
}
interface HintsProps extends Pick<FootProps, 'many' | 'denied' | 'mode' | 'why' | 'scope'> {
  does: Does | null;
  deniable: boolean;
  explains: boolean;
  empty: boolean;
  /** Whether the button has the focus: Enter is then its own. */
  onTurn: (has: boolean) => void;
}
/** The keys, drawn again only when one of them does something else: most keys of a text change nothing here. */
const Hints = memo(function Hints({ does, many, denied, deniable, mode, why, explains, empty, scope, onTurn }: HintsProps) {
  const { t, i18n } = useLingui();
  const props = useKeyProps();
  const chip = mode !== null ? t`退一步` : scope === null ? null : t`不只找${i18n._(SCOPE_WORDS[scope].title)}`;
  const enter = does === null ? null : { close: <Trans>关闭</Trans>, reason: <Trans>看原因</Trans>, step: mode?.act, later: <Trans>结果到达后打开第一条</Trans>, narrow: <Trans>只找这一类</Trans>, keys: <Trans>全部按键</Trans>, run: <Trans>执行</Trans>, open: <Trans>打开</Trans> }[does];
  return (
    <>
      {enter === null || enter === undefined ? null : <Hint of={[OWN_KEYS.take.keys]}>{enter}</Hint>}
      {many ? <Hint of={eitherOf(OWN_KEYS.move.keys).slice(0, 2).reverse()}><Trans>选择</Trans></Hint> : null}
      {!deniable ? null : (
        <button type="button" data-stop tabIndex={-1} className={style.turn} {...props(OWN_KEYS.denied)} onFocus={() => onTurn(true)} onBlur={() => onTurn(false)} onKeyDown={(event) => event.stopPropagation()} onClick={() => palette.send({ type: 'turn' })}>
          <span className={style.wide}><Keys of={OWN_KEYS.denied.keys} /> </span>
          {denied ? <Trans>能做的</Trans> : <Trans>不能做的</Trans>}
        </button>
      )}
      {!explains ? null : <Hint of={[OWN_KEYS.why.keys]} wide>{why ? <Trans>不看原因</Trans> : <Trans>为什么在这里</Trans>}</Hint>}
      {mode?.sending?.stop === undefined ? null : <Hint of={[OWN_KEYS.stop.keys]}><Trans>做完这一张就停下</Trans></Hint>}
      {mode?.sending !== undefined && empty ? <Hint of={[OWN_KEYS.up.keys]}><Trans>在后台继续</Trans></Hint> : chip !== null && empty && !denied ? <Hint of={[OWN_KEYS.pop.keys, OWN_KEYS.up.keys]}>{chip}</Hint> : <Hint of={[OWN_KEYS.up.keys]}>{denied ? <Trans>返回</Trans> : empty ? <Trans>关闭</Trans> : <Trans>清空</Trans>}</Hint>}
    </>
  );
});

/** Said only when it takes long, so that quick answers do not make it blink; by a timer, since an animation that waits has the browser draw frames between two keys. */
const Busy = () => (useStays() ? <span className={style.total}><Trans>正在查找</Trans></span> : null);

/** What Enter, Tab, Backspace and Esc do now. */
export function Foot(shown: FootProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [turns, setTurns] = useState(false);
  const { row, pending, many, denied, deniable, mode, why, text, scope, total } = shown;
  return (
    <footer className={style.foot}>
      <Hints does={turns ? null : doesOf(shown)} onTurn={setTurns} many={many} denied={denied} deniable={mode === null && (deniable || denied)} mode={mode} why={why} explains={mode === null && !denied && row !== undefined && row.kind !== 'scope' && row.kind !== 'gone'} empty={text === ''} scope={scope} />
      {total === null ? null : <span className={style.total}>{t`共 ${format.number(total)} 条`}</span>}
      {pending && row !== undefined ? <Busy key={text} /> : null}
    </footer>
  );
}
