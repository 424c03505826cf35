import { useLingui } from '@lingui/react/macro';
import { VerbDrawer as Frame } from '../../ui/verb-drawer.tsx';
import type { Acted, OrderDetail } from './contract.ts';
import { VERBS } from './registry.ts';
import type { Verb } from './verb.ts';

/** A verb's form as a drawer over whatever shows the order (ui/verb-drawer.tsx). */
export function VerbDrawer({ verb, detail, onLeave, onDone }: { verb: Verb; detail: OrderDetail | undefined; onLeave: () => void; onDone: (acted: Acted) => void }) {
  const { t, i18n } = useLingui();
  const { title, wide = false, Form } = VERBS[verb];
  const why = detail === undefined || verb === 'explain' || detail.can.includes(verb) ? null : (detail.cannot[verb] ?? 'wrong_state');
  return <Frame title={i18n._(title)} wide={wide} waiting={t`正在取订单`} Form={Form} detail={detail} why={why} onLeave={onLeave} onDone={onDone} />;
}
