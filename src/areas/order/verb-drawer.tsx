import { useLingui } from '@lingui/react/macro';
import { may, type Right } from '../../kernel/access.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { useViewer, type SignedIn } from '../../ui/session.ts';
import { VerbDrawer as Frame } from '../../ui/verb-drawer.tsx';
import { order, type Acted, type OrderDetail } from './contract.ts';
import { VERBS } from './registry.ts';
import type { Verb } from './verb.ts';

/** A verb's form as a drawer over whatever shows the order (ui/verb-drawer.tsx). */
export function VerbDrawer({ verb, detail, onLeave, onDone }: { verb: Verb; detail: OrderDetail | undefined; onLeave: () => void; onDone: (acted: Acted) => void }) {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const { title, wide = false, Form } = VERBS[verb];
  const why = detail === undefined ? null : refusalOf(verb, detail, viewer);
  return <Frame of={detail?.orderNo ?? ''} title={i18n._(title)} wide={wide} waiting={t`正在取订单`} Form={Form} detail={detail} why={why} onLeave={onLeave} onDone={onDone} />;
}

/** Why a verb cannot be done to the order now by this person, or null. */
function refusalOf(verb: Verb, { can, cannot, status }: Pick<OrderDetail, 'can' | 'cannot' | 'status'>, viewer: SignedIn | null): RefusalName | null {
  if (verb === 'explain' || (verb !== 'hand' && verb !== 'complain' && can.includes(verb))) return null;
  if (viewer !== null && !may(viewer, order[verb].may as Right)) return 'not_your_role';
  if (verb === 'complain') return null;
  if (verb === 'hand') return status === 'closed' || status === 'cancelled' ? `is_${status}` : null;
  return cannot[verb] ?? `is_${status}`;
}
