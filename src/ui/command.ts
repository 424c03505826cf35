import { msg } from '@lingui/core/macro';
import { may } from '../kernel/access.ts';
import type { Area, Command, Here, Viewer, Words } from '../kernel/area.ts';
import { offered, refusal, refusalOfAll } from '../kernel/offered.ts';
import { refusalWords } from '../kernel/refusal.ts';
import { currentLanguage } from './language.tsx';
import { NAMED_COLOURS } from './named-colour.ts';
import { getSetting } from './setting.ts';
import { TAG_COMMANDS } from './tag/tag-command.ts';

/** The commands that belong to no area: how the console looks, and help. Keywords: the Chinese title, its pinyin, the English title, other names. */
export const OWN_COMMANDS: readonly Command[] = [
  { id: 'theme.light', title: msg`浅色主题`, keywords: ['浅色主题', 'qian se zhu ti', 'light theme', '浅色模式', 'qian se mo shi', '亮色', 'liang se', 'light mode', '主题', 'zhu ti', 'theme'], calls: 'theme', value: 'light', group: 'setting' },
  { id: 'theme.dark', title: msg`深色主题`, keywords: ['深色主题', 'shen se zhu ti', 'dark theme', '深色模式', 'shen se mo shi', '暗色', 'an se', '夜间', 'ye jian', 'dark mode', '主题', 'zhu ti', 'theme'], calls: 'theme', value: 'dark', group: 'setting' },
  { id: 'theme.auto', title: msg`主题跟随系统`, keywords: ['主题跟随系统', 'zhu ti gen sui xi tong', 'theme follows the system', 'auto theme', 'system theme'], calls: 'theme', value: 'auto', group: 'setting' },
  { id: 'language.zh-cn', title: msg`使用中文`, keywords: ['使用中文', 'shi yong zhong wen', 'use chinese', '中文', 'zhong wen', 'chinese', '语言', 'yu yan', 'language'], calls: 'language', value: 'zh-cn', group: 'setting' },
  { id: 'language.en', title: msg`使用英文`, keywords: ['使用英文', 'shi yong ying wen', 'use english', '英文', 'ying wen', '英语', 'ying yu', 'english', '语言', 'yu yan', 'language'], calls: 'language', value: 'en', group: 'setting' },
  { id: 'size.large', title: msg`大号显示`, keywords: ['大号显示', 'da hao xian shi', 'large size', '尺寸', 'chi cun', '大小', 'da xiao', 'size', '字号', 'zi hao', 'font'], calls: 'size', value: 'large', group: 'setting' },
  { id: 'size.default', title: msg`默认大小`, keywords: ['默认大小', 'mo ren da xiao', 'default size', '尺寸', 'chi cun', '大小', 'da xiao', 'size', '字号', 'zi hao', 'font'], calls: 'size', value: 'default', group: 'setting' },
  { id: 'size.small', title: msg`小号显示`, keywords: ['小号显示', 'xiao hao xian shi', 'small size', '尺寸', 'chi cun', '大小', 'da xiao', 'size', '字号', 'zi hao', 'font'], calls: 'size', value: 'small', group: 'setting' },
  { id: 'colour.blue', title: msg`蓝色主题`, keywords: ['蓝色主题', 'lan se zhu ti', 'blue theme colour', '主题色', 'zhu ti se', '颜色', 'yan se', 'theme color', 'color'], calls: 'themeColor', value: NAMED_COLOURS.blue, group: 'setting' },
  { id: 'colour.teal', title: msg`青色主题`, keywords: ['青色主题', 'qing se zhu ti', 'teal theme colour', '主题色', 'zhu ti se', '颜色', 'yan se', 'theme color', 'color'], calls: 'themeColor', value: NAMED_COLOURS.teal, group: 'setting' },
  { id: 'colour.green', title: msg`绿色主题`, keywords: ['绿色主题', 'lv se zhu ti', 'green theme colour', '主题色', 'zhu ti se', '颜色', 'yan se', 'theme color', 'color'], calls: 'themeColor', value: NAMED_COLOURS.green, group: 'setting' },
  { id: 'colour.orange', title: msg`橙色主题`, keywords: ['橙色主题', 'cheng se zhu ti', 'orange theme colour', '主题色', 'zhu ti se', '颜色', 'yan se', 'theme color', 'color'], calls: 'themeColor', value: NAMED_COLOURS.orange, group: 'setting' },
  { id: 'colour.red', title: msg`红色主题`, keywords: ['红色主题', 'hong se zhu ti', 'red theme colour', '主题色', 'zhu ti se', '颜色', 'yan se', 'theme color', 'color'], calls: 'themeColor', value: NAMED_COLOURS.red, group: 'setting' },
  { id: 'colour.purple', title: msg`紫色主题`, keywords: ['紫色主题', 'zi se zhu ti', 'purple theme colour', '主题色', 'zhu ti se', '颜色', 'yan se', 'theme color', 'color'], calls: 'themeColor', value: NAMED_COLOURS.purple, group: 'setting' },
  { id: 'layout.left', title: msg`菜单在左`, keywords: ['菜单在左', 'cai dan zai zuo', 'menu on the left', '布局', 'bu ju', '菜单位置', 'cai dan wei zhi', 'menu position', 'layout'], calls: 'layout', value: 'left', group: 'setting' },
  { id: 'layout.top', title: msg`菜单在上`, keywords: ['菜单在上', 'cai dan zai shang', 'menu at the top', '布局', 'bu ju', '菜单位置', 'cai dan wei zhi', 'menu position', 'layout'], calls: 'layout', value: 'top', group: 'setting' },
  { id: 'layout.mix', title: msg`菜单在上和左`, keywords: ['菜单在上和左', 'cai dan zai shang he zuo', 'menu at the top and left', '布局', 'bu ju', '菜单位置', 'cai dan wei zhi', 'menu position', 'layout'], calls: 'layout', value: 'mix', group: 'setting' },
  { id: 'watermark.on', title: msg`显示水印`, keywords: ['显示水印', 'xian shi shui yin', 'show the watermark', '水印', 'shui yin', 'watermark'], calls: 'watermarkEnabled', value: 'true', group: 'setting' },
  { id: 'watermark.off', title: msg`隐藏水印`, keywords: ['隐藏水印', 'yin cang shui yin', 'hide the watermark', '水印', 'shui yin', 'watermark'], calls: 'watermarkEnabled', value: 'false', group: 'setting' },
  { id: 'watermark.text', title: msg`水印文字`, keywords: ['水印文字', 'shui yin wen zi', 'watermark text', '水印', 'shui yin', 'watermark'], calls: 'settings', value: 'watermarkText', group: 'setting' },
  { id: 'tags.on', title: msg`显示标签页`, keywords: ['显示标签页', 'xian shi biao qian ye', 'show tabs', '标签页', 'biao qian ye', 'tags view'], calls: 'tagsView', value: 'true', group: 'setting' },
  { id: 'tags.off', title: msg`隐藏标签页`, keywords: ['隐藏标签页', 'yin cang biao qian ye', 'hide tabs', '标签页', 'biao qian ye', 'tags view'], calls: 'tagsView', value: 'false', group: 'setting' },
  { id: 'logo.on', title: msg`显示侧栏标志`, keywords: ['显示侧栏标志', 'xian shi ce lan biao zhi', 'show the sidebar logo', '标志', 'biao zhi', 'logo'], calls: 'sidebarLogo', value: 'true', group: 'setting' },
  { id: 'logo.off', title: msg`隐藏侧栏标志`, keywords: ['隐藏侧栏标志', 'yin cang ce lan biao zhi', 'hide the sidebar logo', '标志', 'biao zhi', 'logo'], calls: 'sidebarLogo', value: 'false', group: 'setting' },
  { id: 'sidebar.opened', title: msg`展开侧栏`, keywords: ['展开侧栏', 'zhan kai ce lan', 'expand sidebar', '侧栏', 'ce lan', 'sidebar'], calls: 'sidebarStatus', value: 'opened', group: 'setting' },
  { id: 'sidebar.closed', title: msg`收起侧栏`, keywords: ['收起侧栏', 'shou qi ce lan', 'collapse sidebar', '侧栏', 'ce lan', 'sidebar'], calls: 'sidebarStatus', value: 'closed', group: 'setting' },
  { id: 'sidebar', title: msg`展开或收起侧栏`, keywords: ['展开或收起侧栏', 'zhan kai huo shou qi ce lan', 'toggle sidebar', '侧栏', 'ce lan', 'sidebar'], calls: 'sidebar', group: 'setting' },
  { id: 'setting.open', title: msg`设置`, keywords: ['设置', 'she zhi', 'settings', '偏好', 'pian hao', 'preferences'], keys: 'g ,', calls: 'settings', group: 'setting' },
  { id: 'setting.reset', title: msg`恢复默认设置`, keywords: ['恢复默认设置', 'hui fu mo ren she zhi', 'reset settings', '默认', 'mo ren', 'defaults', '重置', 'zhong zhi', 'chong zhi'], calls: 'setting-reset', group: 'setting' },
  { id: 'keys.off', title: msg`关闭单键快捷键`, keywords: ['关闭单键快捷键', 'guan bi dan jian kuai jie jian', 'turn off single-key shortcuts', '键盘', 'jian pan', 'keyboard'], calls: 'single-keys', value: 'off', group: 'setting' },
  { id: 'keys.on', title: msg`打开单键快捷键`, keywords: ['打开单键快捷键', 'da kai dan jian kuai jie jian', 'turn on single-key shortcuts', '键盘', 'jian pan', 'keyboard'], calls: 'single-keys', value: 'on', group: 'setting' },
  { id: 'notice.open', title: msg`提醒`, keywords: ['提醒', 'ti xing', 'notices', '通知', 'tong zhi', 'notifications', 'bell'], keys: 'g n', may: 'biz:order:list', calls: 'notice', group: 'go' },
  { id: 'figures', title: msg`性能`, keywords: ['性能', 'xing neng', 'performance', '速度', 'su du', 'speed', 'p95'], calls: 'figures', group: 'setting' },
  ...TAG_COMMANDS,
  { id: 'help', title: msg`快捷键一览`, keywords: ['快捷键一览', 'kuai jie jian yi lan', 'keyboard shortcuts', '帮助', 'bang zhu', 'help', 'keys'], keys: '[Shift]+?', calls: 'help', group: 'setting' },
];

/** Every command of these areas and of the console itself. */
export const allCommands = (areas: readonly Area[]): readonly Command[] => [...[...areas].sort((a, b) => a.order - b.order).flatMap((area) => area.commands ?? []), ...OWN_COMMANDS];
/** Tabs that are not shown are not acted on. */
const hasTags = ({ calls }: Command): boolean => calls !== 'tag' || getSetting('tagsView');
/** Those that this person is offered, where there is `here` what they act on. */
export const offeredCommands = (areas: readonly Area[], viewer: Viewer, here: Here | null = null): readonly Command[] => allCommands(areas).filter((command) => hasTags(command) && offered(command, { viewer, here }));
/** Those whose keys are listened to: what acts on a record too, wherever one may come to have the focus. */
export const boundCommands = (areas: readonly Area[], viewer: Viewer): readonly Command[] =>
  allCommands(areas).filter((command) => (command.on === undefined ? offered(command, { viewer }) : command.may === undefined || may(viewer, command.may)));

/** A command that cannot be done now, and why. */
export interface Denied {
  command: Command;
  /** A text: what a record refuses, in the language in use. */
  why: Words | string;
}
/** What a role may not do to the records of a page that it may open, and the pages that it has not: their keys say so. */
export const barredCommands = (areas: readonly Area[], viewer: Viewer): readonly Denied[] =>
  allCommands(areas).flatMap((command) => {
    const { may: right, on, goes } = command;
    const why = right !== undefined && !may(viewer, right) ? noRight(right) : on === undefined && goes !== undefined && !offered(command, { viewer }) ? NO_PAGE : null;
    return why === null || (on !== undefined && !areas.some(({ id, path }) => id === on && viewer.paths.includes(path))) ? [] : [{ command, why }];
  });
const NO_PAGE = msg`你的角色没有这个页面`;
const noRight = (right: string): Words => msg`你的角色没有这项权限（${right}）`;
/** What this person cannot do here and now: what the record refuses, then what has no record here, then what their role may not. A page's door alone is not counted beside the right to it. */
export function denied(areas: readonly Area[], viewer: Viewer, here: Here | null = null): readonly Denied[] {
  const [refused, lost, barred]: Denied[][] = [[], [], []];
  for (const command of allCommands(areas)) {
    const { may: right, on, goes } = command;
    if (right !== undefined && !may(viewer, right)) barred!.push({ command, why: noRight(right) });
    else if (on !== undefined && !offered(command, { viewer, here })) {
      const place = areas.find(({ id }) => id === on);
      if (place !== undefined && viewer.paths.includes(place.path)) lost!.push({ command, why: msg`先打开或移到一条记录` });
    } else if (on !== undefined && here !== null) {
      // its key would do it to those that are selected
      const name = command.several === true && here.selection.length > 0 ? refusalOfAll(command, here) : refusal(command, here.row!);
      if (name !== null) refused!.push({ command, why: refusalWords(name, currentLanguage()) });
    } else if (!hasTags(command)) lost!.push({ command, why: msg`标签页没有显示，先在设置里打开` });
    else if (goes !== undefined && !offered(command, { viewer })) barred!.push({ command, why: NO_PAGE });
  }
  return [...refused!, ...lost!, ...barred!];
}
