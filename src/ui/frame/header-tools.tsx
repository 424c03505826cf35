import { useLingui } from '@lingui/react/macro';
import { OWN_COMMANDS } from '../command.ts';
import { useUnseenNews } from '../help-mark.ts';
import { toggleHelp } from '../help-state.ts';
import { Bell } from '../notice/bell.tsx';
import { openSettings } from '../setting/open.ts';
import { HeaderTool } from './header-tool.tsx';

const SETTINGS = OWN_COMMANDS.find(({ id }) => id === 'setting.open')!;
const HELP = OWN_COMMANDS.find(({ id }) => id === 'help')!;

/** What stands at the header's end, one line each; under 768 px the same stands in the menu's sheet. Only for who is signed in. */
export function HeaderTools() {
  const { t, i18n } = useLingui();
  const unseen = useUnseenNews();
  return (
    <>
      <Bell />
      <HeaderTool icon="question" words={unseen ? t`帮助，有新变化` : t`帮助`} of={HELP} mark={unseen ? '•' : undefined} popup="dialog" onClick={toggleHelp} />
      <HeaderTool icon="setting" words={i18n._(SETTINGS.title)} of={SETTINGS} popup="dialog" onClick={() => openSettings()} />
    </>
  );
}
