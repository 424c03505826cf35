import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { splitHref } from '../../kernel/href.ts';
import type { Path } from '../../kernel/paths.gen.ts';
import type { Viewer } from '../../kernel/area.ts';
import { OwnKeys } from '../bound-key.tsx';
import { OWN_COMMANDS } from '../command.ts';
import { onHelpLeft } from '../help-state.ts';
import { onKeyUsed } from '../key-stack.ts';
import { LIST_KEYS, OWN_KEYS } from '../key-entry.ts';
import { keysOf, type Keyed } from '../keyboard.ts';
import { currentHref, onLocation } from '../location.ts';
import { palette } from '../palette/actor.ts';

const LIST = '/order/index' satisfies Path;
/** A page of one order; the test of the tour holds these against the pages and the command that there are. */
export const RECORD = /^\/order\/(?!index$|new$|bed$)[^/]+$/;
const SHEET: Keyed = { id: 'help', keys: OWN_COMMANDS.find(({ id }) => id === 'help')!.keys! };
/** As the command has it, and where it goes: ui/ knows no area. */
export const ORDERS = { id: 'order.open', keys: 'g o', goes: LIST } satisfies Keyed & { goes: Path };

/** One step: what it asks one to do, and how it notices that it was done. */
export interface Step {
  name: string;
  words: () => ReactNode;
  /** Calls back when it was done; answers how to stop looking. */
  watch: (did: () => void) => () => void;
  /** The page it is done on; who may not open it is not asked. */
  needs?: string;
}
const path = (): string => splitHref(currentHref())[0];
/** A key of the keyboard was let go of: what it did is on the screen. */
function onKeyUp(look: (key: string) => void): () => void {
  const hear = ({ key }: KeyboardEvent): void => look(key);
  addEventListener('keyup', hear, { capture: true });
  return () => removeEventListener('keyup', hear, { capture: true });
}

/** The five steps, in their order; all of them by keyboard. */
export const STEPS: readonly Step[] = [
  {
    name: 'palette',
    words: () => <Trans>按 <OwnKeys of={OWN_KEYS.palette} /> 打开面板，键入一个姓名、拼音首字母或四位尾号。看过后按 <OwnKeys of={OWN_KEYS.up} /> 退出。</Trans>,
    watch: (did) => {
      const { unsubscribe } = palette.subscribe((now) => void (!now.matches('closed') && now.context.text !== '' && did()));
      return unsubscribe;
    },
  },
  {
    name: 'go',
    needs: LIST,
    // by the palette where one has taken the key away
    words: () => (keysOf(ORDERS) === undefined ? <Trans>按 <OwnKeys of={OWN_KEYS.palette} /> 打开面板，键入“订单管理”，按 <OwnKeys of={OWN_KEYS.take} />。</Trans> : <Trans>先后按 <OwnKeys of={ORDERS} /> 到订单管理。以 G 开头的键大多是“前往”。</Trans>),
    watch: (did) => {
      const deaf = [onKeyUsed((id) => void (id === ORDERS.id && did())), onLocation(() => void (path() === LIST && did()))];
      return () => deaf.forEach((stop) => stop());
    },
  },
  {
    name: 'list',
    needs: LIST,
    words: () => <Trans>在订单列表里按 <OwnKeys of={{ id: 'arrow', keys: 'ArrowDown' }} /> 移动，按 <OwnKeys of={LIST_KEYS.peek} /> 在旁边看这一行。</Trans>,
    watch: (did) => onKeyUp(() => void (document.querySelector('[data-page] [data-list] aside') !== null && did())),
  },
  {
    name: 'open',
    needs: LIST,
    words: () => <Trans>按 <OwnKeys of={LIST_KEYS.open} /> 打开这一行。能做的事都写着自己的键，按键就做。</Trans>,
    watch: (did) => onLocation(() => void (RECORD.test(path()) && did())),
  },
  {
    name: 'keys',
    words: () => (keysOf(SHEET) === undefined ? <Trans>按 <OwnKeys of={OWN_KEYS.palette} /> 打开面板，键入“快捷键一览”，按 <OwnKeys of={OWN_KEYS.take} />。</Trans> : <Trans>按 <OwnKeys of={SHEET} /> 看这个页面的所有键。忘了什么，就按它。</Trans>),
    // read and put away: what is said below it would not be heard
    watch: onHelpLeft,
  },
];
/** Those that this person can do. */
export const stepsFor = ({ paths }: Viewer): readonly Step[] => STEPS.filter(({ needs }) => needs === undefined || paths.includes(needs));
