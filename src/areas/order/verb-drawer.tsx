import { Suspense, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may, type Right } from '../../kernel/access.ts';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useLanguage } from '../../ui/language.tsx';
import { useViewer, type SignedIn } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { order, type Acted, type OrderDetail } from './contract.ts';
import { VERBS } from './registry.ts';
import type { Verb } from './verb.ts';
import style from './verb.module.css';

/** A verb's form as a drawer over whatever shows the order. `detail` is undefined while it is on its way. */
export function VerbDrawer({ verb, detail, onLeave, onDone }: { verb: Verb; detail: OrderDetail | undefined; onLeave: () => void; onDone: (acted: Acted) => void }) {
  const { i18n } = useLingui();
  const viewer = useViewer();
  const { title, wide = false, Form } = VERBS[verb];
  // what was on the screen when something was first entered: a later change of the order is met as a conflict, never overrun
  const [pinned, setPinned] = useState<number | null>(null);
  const touched = useRef(false);
  const touch = (): void => {
    if (touched.current || detail === undefined) return;
    touched.current = true;
    setPinned(detail.version);
  };
  const why = detail === undefined ? null : refusalOf(verb, detail, viewer);
  // nothing can be done any more with what was entered when the order has moved on to where the verb is refused
  const dirty = (): boolean => touched.current && why === null;
  const forget = (): void => {
    touched.current = false;
  };
  return (
    <Drawer title={i18n._(title)} wide={wide} holds dirty={dirty} onClose={onLeave} onDiscard={(back) => (forget(), back ? history.back() : onLeave())}>
      {(leave) => (
        <div onInput={touch}>
          {detail === undefined ? <p className={style.waiting}><Trans>正在取订单</Trans></p> : why !== null && pinned === null ? <Refused why={why} leave={leave} /> : (
            <Suspense fallback={<p className={style.waiting}><Trans>正在载入</Trans></p>}>
              <Form detail={detail} version={pinned ?? detail.version} why={why} leave={leave} done={(acted) => (forget(), onDone(acted))} touch={touch} />
            </Suspense>
          )}
        </div>
      )}
    </Drawer>
  );
}

/** Why a verb cannot be done to the order now by this person, or null. */
function refusalOf(verb: Verb, { can, cannot }: Pick<OrderDetail, 'can' | 'cannot'>, viewer: SignedIn | null): RefusalName | null {
  if (verb === 'explain' || can.includes(verb)) return null;
  return viewer !== null && !may(viewer, order[verb].may as Right) ? 'not_your_role' : (cannot[verb] ?? 'wrong_state');
}
function Refused({ why, leave }: { why: RefusalName; leave: () => void }) {
  const language = useLanguage();
  return (
    <div className={control.form}>
      <p role="alert" className={control.error}>{refusalWords(why, language)}</p>
      {/* nothing else is here to have it */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <div className={control.actions}><button type="button" className={control.button} autoFocus onClick={leave}><Trans>返回</Trans> <kbd className={control.key} aria-hidden="true">Esc</kbd></button></div>
    </div>
  );
}
