import type { Group } from './contract.ts';
import type { Measure } from './measure.ts';

/** Words of a sheet. */
export type Both = readonly [zh: string, en: string];
/** What a sheet's column is called: as the page has it (words.ts), with the unit; money in yuan, rates in percent. */
export const HEADINGS: Record<Measure, Both> = {
  made: ['新增订单', 'New orders'], started: ['开始单数', 'Orders started'], ended: ['完成单数', 'Orders completed'], cancelled: ['取消单数', 'Orders cancelled'],
  serviceDays: ['服务天数', 'Days served'], serviceDaysNormal: ['平日天数', 'Normal days'], serviceDaysHoliday: ['节假日天数', 'Holiday days'], coveredBedDays: ['陪护床日', 'Covered bed-days'], bedDays: ['开放床日', 'Available bed-days'], bedCover: ['床位覆盖率（%）', 'Bed coverage (%)'],
  receivable: ['应收（元）', 'Amount due (CNY)'], received: ['实收（元）', 'Received (CNY)'], refunded: ['退款额（元）', 'Refunded (CNY)'], outstanding: ['待收（元）', 'Balance (CNY)'], utilisation: ['护工利用率（%）', 'Caregiver utilisation (%)'],
  replaced: ['更换次数', 'Caregiver changes'], replacedRate: ['更换率（%）', 'Caregiver change rate (%)'], extended: ['延长次数', 'Extensions'], extendedRate: ['延长率（%）', 'Extension rate (%)'], endedEarly: ['提前结束', 'Ended early'], endedEarlyRate: ['提前结束率（%）', 'Early-end rate (%)'],
  assigned: ['派单数', 'Orders assigned'], waitHalf: ['派单等待中位数（分钟）', 'Median wait until assigned (min)'], waitMost: ['派单等待 90 分位（分钟）', 'Wait until assigned, p90 (min)'],
  satisfaction: ['满意度', 'Satisfaction'], evaluations: ['评价数', 'Ratings'], complaints: ['投诉', 'Complaints'], complaintRate: ['千日投诉', 'Complaints per 1,000 days'], certificatesEnding: ['30 天内证件到期', 'Certificates expiring in 30 days'],
};
/** What the lines of a grouping are called. */
export const GROUPED: Record<Group, Both> = {
  hospital: ['医院', 'Hospital'], department: ['科室', 'Department'], service: ['服务', 'Service'], method: ['支付方式', 'Payment method'], caregiver: ['护工', 'Caregiver'],
  'replaced-reason': ['更换原因', 'Reason for caregiver change'], 'extended-reason': ['延长原因', 'Reason for extension'], 'ended-early-reason': ['提前结束原因', 'Reason for early end'], 'cancelled-reason': ['取消原因', 'Reason for cancellation'],
};
