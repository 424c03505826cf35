import { expect, test } from 'vitest';
import { askedOf, statusesWhole } from '../src/ui/palette/called.ts';

// What people call records and their statuses beside whom they mean.
test.each([
  ['护工 赵艳', [null, '赵艳', null, null, '护工 赵艳']], ['护工赵艳', [null, '赵艳', null, null, '护工赵艳']], ['赵艳 护工', [null, '赵艳', null, null, '赵艳 护工']], ['Caregiver zhao yan', [null, 'zhao yan', null, null, 'Caregiver zhao yan']],
  ['患者 王丽 骨科', ['王丽 骨科', null, '王丽 骨科', null, '患者 王丽 骨科']], ['订单 1024', ['1024', null, '1024', null, '订单 1024']], ['订单1024', ['1024', null, '1024', null, '订单1024']], ['患者wang\'li', ['wang\'li', null, 'wang\'li', null, '患者wang\'li']],
  ['订单#10042', ['10042', null, '10042', null, '订单#10042']], ['order #10042', ['10042', null, '10042', null, 'order #10042']], ['张三的订单', ['张三', null, '张三', null, '张三的订单']], ['orders wang', ['wang', null, 'wang', null, 'orders wang']], ['wang orders', ['wang', null, 'wang', null, 'wang orders']], ['患者：王丽', ['王丽', null, '王丽', null, '患者：王丽']], ['patient: wang', ['wang', null, 'wang', null, 'patient: wang']], ['护工: 赵艳', [null, '赵艳', null, null, '护工: 赵艳']], ['医院：协和', [null, null, null, '协和', '医院：协和']],
  ['医院 协和', [null, null, null, '协和', '医院 协和']], ['order1024', Array.from({ length: 5 }, () => 'order1024')], ['医院 12床', Array.from({ length: 5 }, () => '医院 12床')], ['护工', Array.from({ length: 5 }, () => '护工')], ['护工 ', Array.from({ length: 5 }, () => '护工 ')], ['王护工', [null, '王', null, null, '王护工']], ['hugongwei', Array.from({ length: 5 }, () => 'hugongwei')], ['', Array.from({ length: 5 }, () => '')],
])('“%s” asks orders, caregivers, patients, hospitals and views for %j', (text, wanted) => {
  expect(['order', 'caregiver', 'patient', 'hospital', 'view'].map((kind) => askedOf(kind, text))).toEqual(wanted);
});
test.each([['服务中 骨科', 'in_service 骨科'], ['骨科 daipaidan', '骨科 pending_assign'], ['In service guke', 'in_service guke'], ['fu wu zhong 骨科', 'in_service 骨科'], ['逾期 骨科', 'overdue 骨科'], ['服务中心 骨科', '服务中心 骨科'], ['已完成骨科', 'closed 骨科'], ['骨科待派单', '骨科 pending_assign'], ['骨科待派单 王丽', '骨科 pending_assign 王丽'], ['内科服务中心', '内科服务中心'], ['待派单gu', 'pending_assign gu'], ["待派单gu'ke", "pending_assign gu'ke"], ['待派单中', 'pending_assign 中'], ['待派单王丽', 'pending_assign 王丽'], ['已完成骨科 王丽', 'closed 骨科 王丽'], ['服务中心', '服务中心'], ['已完成心血管内科', 'closed 心血管内科'], ['待派单心内科', 'pending_assign 心内科'], ['服务中心血管内科', 'in_service 心血管内科'], ['服务中心胸外科', 'in_service 心胸外科'], ['服务中心骨科', '服务中心骨科'], ['欠款', '欠款'], ['服务中', '服务中'], ['王丽', '王丽']])('of “%s” the statuses are one word each: “%s”', (text, wanted) => {
  expect(statusesWhole(text)).toBe(wanted);
});
test('the servers of orders are told the statuses in one word each, others the text as it stands', () => {
  expect([askedOf('order', '已完成 骨科'), askedOf('order', '订单 逾期 骨科'), askedOf('caregiver', '已完成 骨科'), askedOf('order', '已完成')]).toEqual(['closed 骨科', 'overdue 骨科', '已完成 骨科', '已完成']);
});
test('no text is longer with the statuses in one word than the servers take: the last words are left out', () => {
  const long = '王秀兰 上海交通大学医学院附属仁济医院东院 心血管内科重症监护病区 12床 待评价 2026-11-20 至 2026-12-05';
  expect(askedOf('order', long)).toBe('王秀兰 上海交通大学医学院附属仁济医院东院 心血管内科重症监护病区 12床 pending_evaluation');
  expect(askedOf('order', `${'心'.repeat(60)} 待评价`)).toBe('心'.repeat(60));
  expect(askedOf('order', `服务中${'心'.repeat(61)}`)).toHaveLength(64);
});
