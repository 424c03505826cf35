import { useLingui } from '@lingui/react/macro';
import { OWN_COMMANDS } from '../command.ts';
import { useUnseenNews } from '../help-mark.ts';
import { toggleHelp } from '../help-state.ts';
import { Bell } from '../notice/bell.tsx';
import { HeaderTool } from './header-tool.tsx';

const HELP = OWN_COMMANDS.find(({ id }) => id === 'help')!;

/** What stands at the header's end, one line each; under 768 px the same stands in the menu's sheet. Only for who is signed in. */
export function HeaderTools() {
  const { t } = useLingui();
  const unseen = useUnseenNews();
  return (
    <>
      <Bell />
      <HeaderTool icon="question" words={unseen ? t`帮助，有新变化` : t`帮助`} of={HELP} mark={unseen ? '•' : undefined} popup="dialog" onClick={toggleHelp} />
    </>
  );
}
