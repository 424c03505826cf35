import { may } from '../../kernel/access.ts';
import { useLive } from '../../ui/live.ts';
import { useViewer } from '../../ui/session.ts';
import { live, type Change } from './contract.ts';

type Hears = { hear: (change: Change) => void };
const Orders = ({ hear }: Hears) => (useLive(live.orders, hear), null);
const Caregivers = ({ hear }: Hears) => (useLive(live.caregivers, hear), null);

/** Hears of what changes while the page is shown: orders and caregivers, as far as one may see them. */
export function Changes({ hear }: Hears) {
  const viewer = useViewer();
  if (viewer === null) return null;
  return (
    <>
      {may(viewer, 'biz:order:list') && <Orders hear={hear} />}
      {may(viewer, 'biz:caregiver:list') && <Caregivers hear={hear} />}
    </>
  );
}
