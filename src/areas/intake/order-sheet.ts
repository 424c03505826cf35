import { age, bed, code, day, hospital, money, oneOf, person, phone, words } from './cell.ts';
import type { Good } from './check.ts';

/** The state of an order by the sheet's word. */
const STATES = { 待派单: 'pending_assign', 待服务: 'pending_service', 服务中: 'in_service', 待结清: 'pending_payment', 待评价: 'pending_evaluation', 已完成: 'closed', 退款中: 'refunding', 已取消: 'cancelled' } as const;
const METHODS = { 现金: 'cash', 微信: 'wechat', 支付宝: 'alipay', 刷卡: 'card', 转账: 'transfer', 医保: 'insurance', 其他: 'other' } as const;
/**
 * How each column is read. Not faults, because a provider's sheet is full of them: days long past in a live state, caregivers
 * posted elsewhere or gone, one caregiver alone with two patients (booking.ts), a contact of another name than "本人".
 */
export const ORDER_READERS = {
  订单号: code,
  客户姓名: person(40),
  性别: oneOf({ 男: 1, 女: 2 }),
  年龄: age,
  医院: hospital,
  科室: words(60),
  病区: words(60, true),
  床号: bed,
  联系人: person(40, true),
  关系: words(20, true),
  联系电话: phone,
  服务项目: words(60),
  '单价(元)': money(1),
  开始日期: day,
  结束日期: day,
  护工工号: (cell: string) => (cell.trim() === '' ? { value: '' } : code(cell)),
  订单状态: oneOf(STATES),
  应收款: money(1),
  实收款: money(0),
  支付方式: (cell: string) => (cell.trim() === '' ? { value: null } : oneOf(METHODS)(cell)),
  收据号: words(40, true),
  备注: words(1000, true),
};
export const ORDER_COLUMNS = Object.keys(ORDER_READERS);
/** A row of the orders' sheet, read. */
export type OrderRow = Good<typeof ORDER_READERS>;
