import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Hospitals. */
export const area: Area = {
  id: 'hospital',
  path: '/system/hospital',
  title: msg`医院管理`,
  icon: 'hospital',
  order: 6,
  menu: true,
  commands: [
    { id: 'hospital.open', title: msg`医院管理`, keywords: ['医院管理', 'yi yuan guan li', 'hospitals'], keys: 'g h', goes: '/system/hospital', group: 'go' },
    { id: 'hospital.new', title: msg`新建医院`, keywords: ['新建医院', 'xin jian yi yuan', 'new hospital', 'add hospital', '新增医院', 'xin zeng yi yuan', '签约医院', 'qian yue yi yuan'], may: 'biz:hospital:add', goes: '/system/hospital?new=1', group: 'go' },
    // what is done to the hospital that has the focus
    { id: 'hospital.edit', title: msg`修改医院`, keywords: ['修改医院', 'xiu gai yi yuan', 'edit hospital', '合同', 'he tong', 'contract', '管理费', 'guan li fei', 'fee', '联系人', 'lian xi ren'], keys: 'e', may: 'biz:hospital:edit', on: 'hospital', event: 'edit', group: 'here' },
    { id: 'hospital.status', title: msg`启用或停用医院`, keywords: ['启用或停用医院', 'qi yong huo ting yong yi yuan', 'enable or disable hospital', 'switch off'], keys: 't', may: 'biz:hospital:status', on: 'hospital', event: 'status', group: 'here', once: true },
    { id: 'hospital.department', title: msg`医院的科室`, keywords: ['医院的科室', 'yi yuan de ke shi', 'departments of the hospital', '病区', 'bing qu', 'wards', '床位', 'chuang wei', 'beds'], keys: 'd', may: 'biz:hospital:list', on: 'hospital', group: 'here' },
    { id: 'hospital.book', title: msg`医院的价格`, keywords: ['医院的价格', 'yi yuan de jia ge', 'prices of the hospital', '节假日', 'jie jia ri', 'holidays', '班次', 'ban ci', 'shifts'], keys: 'p', may: 'biz:hospital:list', on: 'hospital', group: 'here' },
    { id: 'hospital.bed', title: msg`医院的床位图`, keywords: ['医院的床位图', 'yi yuan de chuang wei tu', 'bed map of the hospital'], keys: 'm', may: 'biz:order:list', on: 'hospital', group: 'here' },
    { id: 'hospital.account', title: msg`谁能看到医院`, keywords: ['谁能看到医院', 'shui neng kan dao yi yuan', 'who has access', '账号', 'zhang hao', 'accounts'], keys: 'u', may: 'biz:hospital:edit', on: 'hospital', group: 'here' },
  ],
  records: { title: msg({ context: '范围', message: '医院' }), may: 'biz:order:list', load: () => fetchPart(() => import(/* webpackChunkName: "palette" */ './record.ts')) },
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).HOSPITAL_KEYS) },
};
