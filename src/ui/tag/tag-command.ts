import { msg } from '@lingui/core/macro';
import type { Command } from '../../kernel/area.ts';

const tag = { calls: 'tag', group: 'here' } as const;
/** What can be done to the tabs (spec section 3, "tags view"); offered while they are shown. `value` is a `TagAct`. */
export const TAG_COMMANDS: readonly Command[] = [
  { ...tag, id: 'tag.next', title: msg`下一个标签页`, keywords: ['下一个标签页', 'xia yi ge biao qian ye', 'next tab'], keys: 'g ]', value: 'next' },
  { ...tag, id: 'tag.previous', title: msg`上一个标签页`, keywords: ['上一个标签页', 'shang yi ge biao qian ye', 'previous tab'], keys: 'g [', value: 'previous' },
  { ...tag, id: 'tag.refresh', title: msg`刷新标签页`, keywords: ['刷新标签页', 'shua xin biao qian ye', 'refresh tab', 'reload'], keys: 'g f', value: 'refresh' },
  { ...tag, id: 'tag.pin', title: msg`固定或取消固定标签页`, keywords: ['固定或取消固定标签页', 'gu ding huo qu xiao gu ding biao qian ye', 'pin or unpin tab'], keys: 'g l', value: 'pin' },
  { ...tag, id: 'tag.move-left', title: msg`标签页左移`, keywords: ['标签页左移', 'biao qian ye zuo yi', 'move tab left', '左移标签页', 'zuo yi biao qian ye'], keys: 'Alt+Shift+ArrowLeft', value: 'move-left' },
  { ...tag, id: 'tag.move-right', title: msg`标签页右移`, keywords: ['标签页右移', 'biao qian ye you yi', 'move tab right', '右移标签页', 'you yi biao qian ye'], keys: 'Alt+Shift+ArrowRight', value: 'move-right' },
  { ...tag, id: 'tag.close', title: msg`关闭标签页`, keywords: ['关闭标签页', 'guan bi biao qian ye', 'close tab'], keys: 'g w', value: 'close' },
  { ...tag, id: 'tag.others', title: msg`关闭其他标签页`, keywords: ['关闭其他标签页', 'guan bi qi ta biao qian ye', 'close other tabs'], keys: 'g k', value: 'others' },
  { ...tag, id: 'tag.left', title: msg`关闭左边的标签页`, keywords: ['关闭左边的标签页', 'guan bi zuo bian de biao qian ye', 'close tabs to the left', '关闭左侧标签页', 'guan bi zuo ce biao qian ye'], keys: 'g [Shift]+<', value: 'left' },
  { ...tag, id: 'tag.right', title: msg`关闭右边的标签页`, keywords: ['关闭右边的标签页', 'guan bi you bian de biao qian ye', 'close tabs to the right', '关闭右侧标签页', 'guan bi you ce biao qian ye'], keys: 'g [Shift]+>', value: 'right' },
  { ...tag, id: 'tag.all', title: msg`关闭全部标签页`, keywords: ['关闭全部标签页', 'guan bi quan bu biao qian ye', 'close all tabs'], keys: 'g z', value: 'all' },
];
