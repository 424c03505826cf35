import { msg } from '@lingui/core/macro';
import { may } from '../kernel/access.ts';
import { offered, type Area, type Command, type Here, type Viewer } from '../kernel/area.ts';

/** The commands that belong to no area: how the console looks, and help. Keywords: the Chinese title, its pinyin, the English title, other names. */
export const OWN_COMMANDS: readonly Command[] = [
  { id: 'theme.light', title: msg`浅色主题`, keywords: ['浅色主题', 'qian se zhu ti', 'light theme', '主题', 'theme'], calls: 'theme', value: 'light', group: 'setting' },
  { id: 'theme.dark', title: msg`深色主题`, keywords: ['深色主题', 'shen se zhu ti', 'dark theme', '主题', 'theme'], calls: 'theme', value: 'dark', group: 'setting' },
  { id: 'theme.auto', title: msg`主题跟随系统`, keywords: ['主题跟随系统', 'zhu ti gen sui xi tong', 'theme follows the system', 'auto theme', 'system theme'], calls: 'theme', value: 'auto', group: 'setting' },
  { id: 'language.zh-cn', title: msg`使用中文`, keywords: ['使用中文', 'shi yong zhong wen', 'use chinese', '中文', 'chinese', 'zhongwen', '语言', 'language'], calls: 'language', value: 'zh-cn', group: 'setting' },
  { id: 'language.en', title: msg`使用英文`, keywords: ['使用英文', 'shi yong ying wen', 'use english', '英文', '英语', 'english', 'yingwen', '语言', 'language'], calls: 'language', value: 'en', group: 'setting' },
  { id: 'size.large', title: msg`大号显示`, keywords: ['大号显示', 'da hao xian shi', 'large size', '尺寸', 'size'], calls: 'size', value: 'large', group: 'setting' },
  { id: 'size.default', title: msg`默认大小`, keywords: ['默认大小', 'mo ren da xiao', 'default size', '尺寸', 'size'], calls: 'size', value: 'default', group: 'setting' },
  { id: 'size.small', title: msg`小号显示`, keywords: ['小号显示', 'xiao hao xian shi', 'small size', '尺寸', 'size'], calls: 'size', value: 'small', group: 'setting' },
  { id: 'sidebar', title: msg`展开或收起侧栏`, keywords: ['展开或收起侧栏', 'zhan kai huo shou qi ce lan', 'toggle sidebar', '侧栏', 'sidebar'], calls: 'sidebar', group: 'setting' },
  { id: 'keys.off', title: msg`关闭单键快捷键`, keywords: ['关闭单键快捷键', 'guan bi dan jian kuai jie jian', 'turn off single-key shortcuts', '键盘', 'keyboard'], calls: 'single-keys', value: 'off', group: 'setting' },
  { id: 'keys.on', title: msg`打开单键快捷键`, keywords: ['打开单键快捷键', 'da kai dan jian kuai jie jian', 'turn on single-key shortcuts', '键盘', 'keyboard'], calls: 'single-keys', value: 'on', group: 'setting' },
  { id: 'help', title: msg`快捷键一览`, keywords: ['快捷键一览', 'kuai jie jian yi lan', 'keyboard shortcuts', '帮助', 'help', 'keys'], keys: '[Shift]+?', calls: 'help', group: 'setting' },
];
/** The palette's own key, shown wherever keys are listed. */
export const PALETTE_KEYS = '$mod+k';

/** Every command of these areas and of the console itself. */
export const allCommands = (areas: readonly Area[]): readonly Command[] => [...[...areas].sort((a, b) => a.order - b.order).flatMap((area) => area.commands ?? []), ...OWN_COMMANDS];
/** Those that this person is offered, where there is `here` what they act on. */
export const offeredCommands = (areas: readonly Area[], viewer: Viewer, here: Here | null = null): readonly Command[] => allCommands(areas).filter((command) => offered(command, { viewer, here }));
/** Those whose keys are listened to: what acts on a record too, wherever one may come to have the focus. */
export const boundCommands = (areas: readonly Area[], viewer: Viewer): readonly Command[] =>
  allCommands(areas).filter((command) => (command.on === undefined ? offered(command, { viewer }) : command.may === undefined || may(viewer, command.may)));
