import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** How things are done, and what is new: from the palette and from the sheet of keys. */
export const area: Area = {
  id: 'help',
  path: '/help/index',
  title: msg`帮助`,
  icon: 'question',
  order: 10,
  menu: false,
  everyone: true,
  commands: [
    { id: 'help.open', title: msg`帮助`, keywords: ['帮助', 'bang zhu', 'help', '怎么办', 'zen me ban', 'how to', 'manual', '说明', 'shuo ming'], keys: 'g [Shift]+?', goes: '/help/index', group: 'go' },
    { id: 'help.news', title: msg`新变化`, keywords: ['新变化', 'xin bian hua', "what's new", 'whats new', '更新', 'geng xin', 'changes', 'release notes'], goes: '/help/news', group: 'go' },
    { id: 'help.tour', title: msg`入门五步`, keywords: ['入门五步', 'ru men wu bu', 'tour in five steps', '新手', 'xin shou', 'tutorial', 'getting started', '教程', 'jiao cheng'], may: 'biz:order:list', calls: 'tour', group: 'go' },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).HELP_KEYS) },
};
