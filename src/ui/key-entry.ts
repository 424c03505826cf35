import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../kernel/area.ts';

/** Keys of a list, on whatever page it stands. */
const list = { scope: 'list', on: 'list', beside: ['rows'] } as const;
/** Keys of rows, also where they are no list. */
const rows = { scope: 'list', on: 'rows' } as const;
const go = { ...rows, moves: true } as const;
const step = { fixed: true, shares: true } as const;
/** Keys of one column, where the columns are chosen. */
const column = { scope: 'dialog', on: 'column', press: true, focused: true } as const;
/** The keys of lists: the list kit binds and shows them from here. */
export const LIST_KEYS = {
  down: { ...go, press: true, id: 'list.down', keys: 'j', words: msg`列表：下一行` },
  up: { ...go, press: true, id: 'list.up', keys: 'k', words: msg`列表：上一行` },
  arrow: { ...go, ...step, id: 'list.arrow', keys: 'ArrowDown|ArrowUp', words: msg`列表：下一行、上一行` },
  cell: { ...list, ...step, id: 'list.cell', keys: 'ArrowRight|ArrowLeft', words: msg`列表：到旁边的格子` },
  page: { ...go, ...step, id: 'list.page', keys: 'PageDown|PageUp', words: msg`列表：下一屏、上一屏` },
  ends: { ...go, ...step, id: 'list.ends', keys: 'Home|End|Control+Home|Control+End', words: msg`列表：第一行、最后一行` },
  open: { ...rows, ...step, id: 'list.open', keys: 'Enter', words: msg`列表：打开这一行` },
  peek: { ...list, ...step, id: 'list.peek', keys: 'Space', words: msg`列表：在旁边看这一行` },
  unpeek: { ...list, ...step, id: 'list.unpeek', keys: 'Escape', words: msg`列表：关闭旁边的一行` },
  select: { ...list, id: 'list.select', keys: 'x', words: msg`列表：选中或取消这一行`, keywords: ['选中', 'xuan zhong', 'select'] },
  stretch: { ...list, ...step, id: 'list.stretch', keys: 'Shift+ArrowDown|Shift+ArrowUp', words: msg`列表：连着选` },
  row: { ...list, ...step, id: 'list.row', keys: 'Shift+Space', words: msg`列表：选中或取消这一行` },
  all: { ...list, id: 'list.all', keys: '$mod+a', words: msg`列表：全选，不论有没有取到`, keywords: ['全选', 'quan xuan', 'select all'] },
  none: { ...list, ...step, id: 'list.none', keys: 'Escape', words: msg`列表：取消选中` },
  filter: { ...list, id: 'list.filter', keys: 'f', words: msg`列表：筛选`, keywords: ['筛选', 'shai xuan', 'filter'] },
  filterTake: { ...list, ...step, id: 'list.filter-take', keys: 'Tab', words: msg`筛选：补全` },
  filterBack: { ...list, ...step, id: 'list.filter-back', keys: 'Backspace', words: msg`筛选：取回上一个条件` },
  clear: { ...list, id: 'list.clear', keys: 'Shift+F', words: msg`列表：清除筛选`, keywords: ['清除筛选', 'qing chu shai xuan', 'clear filters'] },
  find: { ...list, id: 'list.find', keys: '/', words: msg`列表：在列表里查找`, keywords: ['查找', 'cha zhao', 'find', 'search'] },
  found: { ...list, ...step, id: 'list.found', keys: 'Enter', words: msg`查找：下一条` },
  foundBack: { ...list, ...step, id: 'list.found-back', keys: 'Shift+Enter', words: msg`查找：上一条` },
  next: { ...list, moves: true, id: 'list.next', keys: ']', words: msg`列表：下一个状态`, keywords: ['下一个状态', 'xia yi ge zhuang tai', 'next status'] },
  previous: { ...list, moves: true, id: 'list.previous', keys: '[', words: msg`列表：上一个状态`, keywords: ['上一个状态', 'shang yi ge zhuang tai', 'previous status'] },
  view: { ...list, fixed: true, id: 'list.view', keys: '1|2|3|4|5|6|7|8|9', words: msg`列表：打开视图` },
  views: { ...list, id: 'list.views', keys: 'Shift+V', words: msg`列表：视图`, keywords: ['视图', 'shi tu', 'views'] },
  columns: { ...list, id: 'list.columns', keys: 'Shift+C', words: msg`列表：选择列`, keywords: ['选择列', 'xuan ze lie', 'choose columns', '列', 'lie', 'columns'] },
  export: { ...list, id: 'list.export', keys: 'Shift+E', words: msg`列表：导出`, keywords: ['导出', 'dao chu', 'export'] },
  fold: { ...list, ...step, id: 'list.fold', keys: 'Escape', words: msg`列表：收起工具` },
  copy: { ...list, acts: true, id: 'list.copy', keys: '$mod+c', words: msg`列表：复制成表格`, keywords: ['复制', 'fu zhi', 'copy'] },
  paste: { ...list, fixed: true, id: 'list.paste', keys: '$mod+v', words: msg`列表：粘贴表格里的一块` },
  print: { ...list, instead: true, typing: true, acts: true, id: 'list.print', keys: '$mod+p', words: msg`列表：打印`, keywords: ['打印', 'da yin', 'print'] },
  jump: { ...list, typing: true, id: 'list.jump', keys: '$mod+j', words: msg`列表：跳到一行`, keywords: ['跳到', 'tiao dao', 'go to'] },
  fresh: { ...list, id: 'list.fresh', keys: 'Shift+N', words: msg`列表：显示新到的行`, keywords: ['显示新到的', 'xian shi xin dao de', 'show new'] },
} as const satisfies Record<string, KeyEntry>;

/** The keys of the console itself: everywhere, in dialogs and in the palette. */
export const OWN_KEYS = {
  palette: { scope: 'global', typing: true, press: true, id: 'palette.open', keys: '$mod+k', words: msg`查找订单、护工和命令` },
  repeat: { scope: 'global', id: 'command.repeat', keys: '.', words: msg`重复上一条命令` },
  retry: { scope: 'global', id: 'page.retry', keys: 'Shift+R', words: msg`没有取到时重试` },
  undo: { scope: 'global', shares: true, press: true, id: 'toast.undo', keys: '$mod+z', words: msg`撤销刚才做的` },
  menuMove: { scope: 'page', on: 'menu', ...step, id: 'menu.move', keys: 'ArrowDown|ArrowUp|Home|End', words: msg`菜单：下一项、上一项、两端` },
  menuLeave: { scope: 'page', on: 'menu', ...step, id: 'menu.leave', keys: 'Escape', words: msg`菜单：关闭` },
  tagStep: { scope: 'page', on: 'tag', ...step, id: 'tag.step', keys: 'ArrowRight|ArrowLeft|Home|End', words: msg`标签页：到旁边的、两端` },
  tagDelete: { scope: 'page', on: 'tag', ...step, id: 'tag.delete', keys: 'Delete', words: msg`标签页：关闭` },
  tagMenu: { scope: 'page', on: 'tag', ...step, id: 'tag.menu', keys: 'Shift+F10|ContextMenu', words: msg`标签页：打开菜单` },
  back: { scope: 'global', ...step, id: 'page.back', keys: 'Escape|Backspace', words: msg`回到上一级` },
  tour: { scope: 'page', fixed: true, typing: true, on: 'tour', id: 'tour.next', keys: 'Alt+n', words: msg`入门：开始、跳过这一步` },
  tourEnd: { scope: 'page', ...step, on: 'tour', id: 'tour.leave', keys: 'Escape', words: msg`入门：离开` },
  send: { scope: 'dialog', typing: true, press: true, id: 'form.send', keys: '$mod+Enter', words: msg`表单：提交` },
  leave: { scope: 'dialog', ...step, id: 'form.leave', keys: 'Escape', words: msg`表单：关闭，有改动时先问` },
  enter: { scope: 'dialog', ...step, id: 'form.enter', keys: 'Enter', words: msg`表单：确认` },
  calendar: { scope: 'dialog', fixed: true, id: 'field.calendar', keys: 'Alt+ArrowDown', words: msg`日期：打开日历` },
  mark: { scope: 'dialog', fixed: true, focused: true, id: 'form.mark', keys: '1|2|3|4|5', words: msg`评价：打几分` },
  columnMove: { ...column, fixed: true, id: 'column.move', keys: 'Alt+ArrowUp|Alt+ArrowDown', words: msg`列：前移、后移` },
  columnWiden: { ...column, fixed: true, id: 'column.widen', keys: 'Alt+ArrowLeft|Alt+ArrowRight', words: msg`列：窄一些、宽一些` },
  columnWidth: { ...column, id: 'column.width', keys: '0', words: msg`列：恢复宽度` },
  columnPin: { ...column, id: 'column.pin', keys: 'p', words: msg`列：固定在左边` },
  columnSort: { ...column, id: 'column.sort', keys: 's', words: msg`列：排序` },
  columnAlso: { ...column, id: 'column.also', keys: 'Shift+S', words: msg`列：再加一列排序` },
  move: { scope: 'palette', ...step, id: 'palette.move', keys: 'ArrowDown|ArrowUp|PageDown|PageUp', words: msg`面板：下一行、上一行` },
  take: { scope: 'palette', ...step, id: 'palette.take', keys: 'Enter', words: msg`面板：打开或执行` },
  pop: { scope: 'palette', ...step, id: 'palette.pop', keys: 'Backspace', words: msg`面板：去掉范围或上一步` },
  denied: { scope: 'palette', ...step, id: 'palette.denied', keys: 'Tab', words: msg`面板：看不能做的和原因` },
  why: { scope: 'palette', fixed: true, id: 'palette.why', keys: 'Alt+w', words: msg`面板：为什么在这里` },
  pin: { scope: 'palette', fixed: true, id: 'palette.pin', keys: 'Alt+p', words: msg`面板：固定在最前` },
  forget: { scope: 'palette', fixed: true, id: 'palette.forget', keys: 'Alt+Delete', words: msg`面板：清除使用记录` },
  again: { scope: 'palette', fixed: true, id: 'palette.again', keys: 'Alt+r', words: msg`面板：没有查完时再查一次` },
  stop: { scope: 'palette', fixed: true, id: 'palette.stop', keys: 'Alt+s', words: msg`面板：停下正在办理的` },
  up: { scope: 'palette', ...step, id: 'palette.leave', keys: 'Escape', words: msg`面板：清空、退一步、关闭` },
} as const satisfies Record<string, KeyEntry>;

/** All that the console binds of itself; those of the areas come with them. */
export const ownEntries = (): readonly KeyEntry[] => [...Object.values<KeyEntry>(OWN_KEYS), ...Object.values<KeyEntry>(LIST_KEYS)];
