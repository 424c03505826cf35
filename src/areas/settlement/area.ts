import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Month closing and its statements: from the palette and from statistics (domain.md). */
export const area: Area = {
  id: 'settlement',
  path: '/statistics/month',
  title: msg`月结与对账`,
  icon: 'statistics',
  order: 12,
  menu: false,
  commands: [
    { id: 'settlement.open', title: msg`月结与对账`, keywords: ['月结与对账', 'yue jie yu dui zhang', 'monthly statements', 'month closing', '对账单', 'dui zhang dan', '结算', 'jie suan', 'settlement'], keys: 'g y', may: 'biz:stat:statement', goes: '/statistics/month', group: 'go' },
    { id: 'settlement.caregivers', title: msg`护工对账单`, keywords: ['护工对账单', 'hu gong dui zhang dan', 'caregiver statements', 'pay of a month', '护工月结', 'hu gong yue jie', '月工资', 'yue gong zi'], may: 'biz:stat:statement', goes: '/statistics/month?by=caregiver', group: 'go' },
    // what is done to the hospital's month that has the focus
    { id: 'settlement.close', title: msg`月结`, keywords: ['月结', 'yue jie', 'close the month', 'close', '结账', '关账', 'guan zhang', 'jie zhang'], keys: 'c', may: 'biz:stat:close', on: 'settlement', event: 'close', group: 'here', grave: true, once: true },
    { id: 'settlement.reopen', title: msg`重新打开月份`, keywords: ['重新打开月份', 'chong xin da kai yue fen', 'reopen the month', 'reopen', '重开月份', 'zhong kai yue fen', '反结账', 'fan jie zhang', '反月结', 'fan yue jie'], keys: 'o', may: 'biz:stat:close', on: 'settlement', event: 'reopen', group: 'here', grave: true, once: true },
    { id: 'settlement.pay', title: msg`登记工资已发`, keywords: ['登记工资已发', 'deng ji gong zi yi fa', 'mark pay as paid', 'pay paid out', '发工资', 'fa gong zi', '工资已发', 'gong zi yi fa'], keys: 'y', may: 'biz:stat:close', on: 'settlement', event: 'pay', group: 'here', grave: true, once: true },
    { id: 'settlement.unpay', title: msg`撤销工资登记`, keywords: ['撤销工资登记', 'che xiao gong zi deng ji', 'unmark pay as paid', 'take back', 'pay not paid', '工资没发', 'gong zi mei fa'], keys: 'u', may: 'biz:stat:close', on: 'settlement', event: 'unpay', group: 'here', grave: true, once: true },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).SETTLEMENT_KEYS) },
};
