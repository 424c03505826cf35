import { useLingui } from '@lingui/react/macro';
import { OWN_COMMANDS } from '../command.ts';
import { toggleHelp } from '../help-state.ts';
import { Bell } from '../notice/bell.tsx';
import { HeaderTool } from './header-tool.tsx';

const HELP = OWN_COMMANDS.find(({ id }) => id === 'help')!;

/** What stands at the header's end, one line each; under 768 px the same stands in the menu's sheet. Only for who is signed in. */
export function HeaderTools() {
  const { i18n } = useLingui();
  return (
    <>
      <Bell />
      <HeaderTool icon="question" words={i18n._(HELP.title)} of={HELP} popup="dialog" onClick={toggleHelp} />
    </>
  );
}
