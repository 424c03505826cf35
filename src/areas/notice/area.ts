import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Notices have no page of their own: the bell shows them, and each kind opens its rows. */
export const area: Area = {
  id: 'notice',
  path: '/notice',
  title: msg`提醒`,
  icon: 'notice',
  order: 9,
  menu: false,
  commands: [
    { id: 'notice.waits-long', title: msg`等太久没人派的订单`, keywords: ['等太久没人派的订单', 'deng tai jiu mei ren pai de ding dan', 'orders unassigned for too long', '没人派', 'mei ren pai', '超过 4 小时'], may: 'biz:order:list', calls: 'notice', value: 'waits_long', group: 'go' },
    { id: 'notice.ends-today', title: msg`今天结束的订单`, keywords: ['今天结束的订单', 'jin tian jie shu de ding dan', 'orders ending today', '到期', 'dao qi', 'ending today'], may: 'biz:order:list', calls: 'notice', value: 'ends_today', group: 'go' },
    { id: 'notice.certificates', title: msg`证件快到期的护工`, keywords: ['证件快到期的护工', 'zheng jian kuai dao qi de hu gong', 'caregivers with a certificate expiring soon', '健康证', 'jian kang zheng', '30 天内证件到期'], may: 'biz:caregiver:list', calls: 'notice', value: 'certificates_ending', group: 'go' },
    { id: 'notice.reviews', title: msg`黑名单到复核日的护工`, keywords: ['黑名单到复核日的护工', 'hei ming dan dao fu he ri de hu gong', 'blacklisted caregivers due for review', '复核', 'fu he', 'review'], may: 'biz:caregiver:status', calls: 'notice', value: 'reviews_due', group: 'go' },
    { id: 'notice.mine', title: msg`交给我的订单`, keywords: ['交给我的订单', 'jiao gei wo de ding dan', 'orders handed to me', '我的订单', 'wo de ding dan', 'assigned to me', 'my orders'], may: 'biz:order:list', calls: 'notice', value: 'mine', group: 'go' },
    { id: 'notice.read', title: msg`提醒全部标为已读`, keywords: ['提醒全部标为已读', 'ti xing quan bu biao wei yi du', 'mark all notices as read', '已读', 'yi du', 'read'], may: 'biz:order:list', calls: 'notice-read', group: 'go' },
  ],
};
