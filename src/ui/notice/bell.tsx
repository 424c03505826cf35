import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { OWN_COMMANDS } from '../command.ts';
import { HeaderTool } from '../frame/header-tool.tsx';
import { markOf, toggleNotices, unreadOf, useNotices } from './state.ts';
import { noticeSource } from './source.ts';
import { useViewer } from '../session.ts';

const OPEN = OWN_COMMANDS.find(({ id }) => id === 'notice.open')!;

/** The bell with what is unread. */
export function Bell() {
  const { t } = useLingui();
  const viewer = useViewer();
  const { open, notices } = useNotices();
  if (viewer === null || (noticeSource()?.kinds(viewer) ?? []).length === 0) return null;
  const unread = unreadOf(notices);
  return <HeaderTool icon="notice" words={unread === 0 ? t`提醒` : t`提醒，${plural(unread, { other: '# 条未读' })}`} of={OPEN} mark={unread === 0 ? undefined : markOf(unread)} popup="dialog" expanded={open} onClick={toggleNotices} />;
}
