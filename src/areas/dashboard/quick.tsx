import { useContext } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, OwnKeys, useKeyProps } from '../../ui/bound-key.tsx';
import { offeredCommands } from '../../ui/command.ts';
import { runCommand } from '../../ui/effect.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { KnownAreas } from '../../ui/known-areas.ts';
import type { SignedIn } from '../../ui/session.ts';
import style from './dashboard.module.css';
import { Part } from './part.tsx';

/** What a day begins with, by the ids of commands; who may not is not offered it. */
const FIRST = ['order.new', 'order.open', 'order.bed', 'caregiver.open', 'caregiver.roster', 'caregiver.board', 'statistics.open', 'notice.open'];

/** The keys to begin with; a press does the same. */
export function Quick({ viewer }: { viewer: SignedIn }) {
  const { t, i18n } = useLingui();
  const keys = useKeyProps();
  const offered = offeredCommands(useContext(KnownAreas), viewer);
  return (
    <Part id="day-quick" title={t`常用`}>
      <ul className={style.quick}>
        {FIRST.flatMap((id) => offered.find((command) => command.id === id) ?? []).map((command) => (
          <li key={command.id}>
            {command.goes === undefined
              ? <button type="button" {...keys(command)} onClick={() => runCommand(command)}><span>{i18n._(command.title)}</span> <KeyCap of={command} /></button>
              : <a href={`#${command.goes}`} {...keys(command)} onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                runCommand(command);
              }}><span>{i18n._(command.title)}</span> <KeyCap of={command} /></a>}
          </li>
        ))}
      </ul>
      <p className={style.hint}><Trans>按 <OwnKeys of={OWN_KEYS.palette} /> 找订单、患者、护工：订单号后几位、姓名、拼音、手机尾号、床号都可以。</Trans></p>
    </Part>
  );
}
