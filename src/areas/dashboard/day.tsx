import { useRef } from 'react';
import type { Reply } from '../../kernel/endpoint.ts';
import { may } from '../../kernel/access.ts';
import { Changes } from '../../ui/changes.tsx';
import { usePace } from '../../ui/pace.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { records, type Change } from '../live/contract.ts';
import { dashboard } from './contract.ts';
import { Quick } from './quick.tsx';
import { useWaiting, Waiting } from './waiting.tsx';
import { Week } from './week.tsx';

/** Milliseconds in which an undo may bring an order back to its place, and a while for its message. */
const BACK = 11 * 60_000;

/** What of the day stands beside its figures, and what keeps both as they are now. */
export default function Day({ today, again }: { today: Reply<typeof dashboard.today> | undefined; again: () => void }) {
  const viewer = useViewer();
  const orders = viewer !== null && may(viewer, 'biz:order:list');
  const week = useRead(dashboard.week, {}, { asks: orders });
  const waiting = useWaiting(orders, today);
  const touched = useRef(false);
  // when each was among them: one that left may come back, as long as it waited before
  const shown = useRef(new Map<string, number>());
  const soon = usePace(() => {
    again();
    if (!orders) return;
    week.again();
    // each reading of names is a line of the audit: only when one of them has changed, or the last one failed
    if (touched.current || waiting.failure !== null) waiting.again();
    touched.current = false;
  });
  const hear = (change: Change): void => {
    const now = Date.now();
    waiting.rows?.forEach(({ orderNo }) => shown.current.set(orderNo, now));
    if (change === null || now - (shown.current.get(change.no) ?? 0) < BACK) touched.current = true;
    soon();
  };
  return (
    <>
      <Changes of={records} hear={hear} />
      {orders && <Waiting {...waiting} />}
      {orders && <Week {...week} />}
      {viewer !== null && <Quick viewer={viewer} />}
    </>
  );
}
