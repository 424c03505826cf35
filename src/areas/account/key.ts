import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'system.user', beside: ['rows', 'list'] } as const;
/** The keys of the accounts' page. */
export const ACCOUNT_KEYS = {
  add: { ...page, id: 'account.new', keys: 'n', words: msg`新建账号` },
  edit: { ...page, id: 'account.edit', keys: 'e', words: msg`修改账号` },
  status: { ...page, id: 'account.status', keys: 't', words: msg`启用或停用账号` },
  reset: { ...page, id: 'account.reset', keys: 'r', words: msg`重置密码` },
  remove: { ...page, id: 'account.remove', keys: 'Delete', words: msg`删除账号，有选中时删除选中的` },
  undo: { ...page, shares: true, id: 'account.undo', keys: '$mod+z', words: msg`撤销刚才对账号做的` },
} as const satisfies Record<string, KeyEntry>;
