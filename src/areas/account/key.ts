import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'system.user', beside: ['rows', 'list'] } as const;
/** The keys of the accounts' page. */
export const ACCOUNT_KEYS = {
  add: { ...page, id: 'account.new', keys: 'n', words: msg`新建账号`, keywords: ['新建账号', 'xin jian zhang hao', 'new account'] },
  edit: { ...page, id: 'account.edit', keys: 'e', words: msg`修改账号`, keywords: ['修改账号', 'xiu gai zhang hao', 'edit account'] },
  status: { ...page, acts: true, id: 'account.status', keys: 't', words: msg`启用或停用账号`, keywords: ['启用或停用账号', 'qi yong huo ting yong zhang hao', 'enable or disable account'] },
  reset: { ...page, id: 'account.reset', keys: 'r', words: msg`重置密码`, keywords: ['重置密码', 'chong zhi mi ma', 'reset password'] },
  remove: { ...page, id: 'account.remove', keys: 'Delete', words: msg`删除账号，有选中时删除选中的`, keywords: ['删除账号', 'shan chu zhang hao', 'delete the account'], grave: true },
  undo: { ...page, shares: true, acts: true, id: 'account.undo', keys: '$mod+z', words: msg`撤销刚才对账号做的`, keywords: ['撤销', 'che xiao', 'undo'] },
} as const satisfies Record<string, KeyEntry>;
