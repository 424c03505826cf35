import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { msg } from '@lingui/core/macro';
import { call } from '../../ui/call.ts';
import { fetchPart } from '../../ui/fetch-part.ts';
import { hear } from '../../ui/live.ts';
import type { Notices, NoticeSource } from '../../ui/notice/source.ts';
import { currentViewer } from '../../ui/session.ts';
import type { notice, NoticeKind } from './contract.ts';
import type { Reply } from '../../kernel/endpoint.ts';

/** The schemas come with the first question: the first page has no room for them. */
const contract = () => fetchPart(() => import(/* webpackChunkName: "notice" */ './contract.ts'));
const shown = ({ kinds, at }: Reply<typeof notice.read>): Notices => ({ at, of: Object.fromEntries(kinds.map(({ kind, rows, ...count }) => [kind, { ...count, names: rows.map(({ name }) => name) }])) });

/** What the bell shows, as the server has it. */
export const noticeClient: NoticeSource = {
  kinds: (viewer) => {
    if (viewer.perms.length === 0) return [];
    const orders = (id: NoticeKind, title: { id: string }, query: Record<string, string>) => (may(viewer, 'biz:order:list') ? [{ id, title, to: href('/order/index', {}, query) }] : []);
    return [
      ...orders('waits_long', msg`待派单超过 4 小时`, { due: 'waits_long' }),
      ...orders('ends_today', msg`今天结束的订单`, { due: 'ends_today' }),
      ...(may(viewer, 'biz:caregiver:list') ? [{ id: 'certificates_ending', title: msg`30 天内证件到期的护工`, to: href('/caregiver/index', {}, { certificate: 'ending' }) }] : []),
      ...(may(viewer, 'biz:caregiver:status') ? [{ id: 'reviews_due', title: msg`黑名单到复核日的护工`, to: href('/caregiver/index', {}, { review: 'due' }) }] : []),
      ...orders('mine', msg`交给我的订单`, { keeperId: viewer.userId }),
    ];
  },
  read: async (named) => shown(await call((await contract()).notice.read, { background: true, ...(named ? { query: { rows: '1' } } : {}) })),
  seen: async (ids, at) => shown(await call((await contract()).notice.seen, { body: { kinds: [...ids] as NoticeKind[], ...(at === null ? {} : { at }) } })),
  follow: (changed) => {
    let gone = false;
    const leave: (() => void)[] = [];
    void fetchPart(() => import(/* webpackChunkName: "notice" */ '../live/contract.ts')).then(({ live }) => {
      const viewer = currentViewer();
      if (gone || viewer === null) return;
      if (may(viewer, 'biz:order:list')) leave.push(hear(live.orders, changed));
      if (may(viewer, 'biz:caregiver:list')) leave.push(hear(live.caregivers, changed));
    }, () => {});
    return () => {
      gone = true;
      for (const one of leave) one();
    };
  },
};
