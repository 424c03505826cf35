import { Suspense, useRef, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { Trans } from '@lingui/react/macro';
import { refusalWords, type RefusalName } from '../kernel/refusal.ts';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { Drawer } from './drawer.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { useLanguage } from './language.tsx';
import control from './style/control.module.css';
import style from './verb-drawer.module.css';

/** What a verb's form is given. */
export interface VerbFormProps<D, A> {
  /** The newest that is known of the record. */
  detail: D;
  /** The version that this person has seen: follows the record until something is entered, then stands still, so that a conflict is met. */
  version: number;
  /** Why the verb cannot be done to the newest that is known, or null. */
  why: RefusalName | null;
  /** The way out; asks first when something was entered. */
  leave: () => void;
  /** It was done: the drawer closes, lists and pages follow. */
  done: (acted: A) => void;
  /** Something was entered by a way that fires no input event, such as a number key. */
  touch: () => void;
}
/** A verb's form as a drawer over whatever shows the record. `detail` is undefined while it is on its way; `why`: the refusal that the record meets the verb with, as far as nothing was entered. */
export function VerbDrawer<D extends { version: number }, A>({ title, wide, waiting, Form, detail, why, onLeave, onDone }: {
  title: string;
  wide: boolean;
  waiting: string;
  Form: LazyExoticComponent<ComponentType<VerbFormProps<D, A>>>;
  detail: D | undefined;
  why: RefusalName | null;
  onLeave: () => void;
  onDone: (acted: A) => void;
}) {
  // what was on the screen when something was first entered: a later change is met as a conflict, never overrun
  const [pinned, setPinned] = useState<number | null>(null);
  const touched = useRef(false);
  const touch = (): void => {
    if (touched.current || detail === undefined) return;
    touched.current = true;
    setPinned(detail.version);
  };
  // nothing can be done any more with what was entered when the record has moved on to where the verb is refused
  const dirty = (): boolean => touched.current && why === null;
  const forget = (): void => {
    touched.current = false;
  };
  return (
    <Drawer title={title} wide={wide} dirty={dirty} onClose={onLeave} onDiscard={(away) => { forget(); if (!away) onLeave(); }}>
      {(leave) => (
        <div onInput={touch}>
          {detail === undefined ? <p className={style.waiting}>{waiting}</p> : why !== null && pinned === null ? <Refused why={why} leave={leave} /> : (
            <Suspense fallback={<p aria-busy="true" className={style.waiting}><Trans>正在载入</Trans></p>}>
              <Form detail={detail} version={pinned ?? detail.version} why={why} leave={leave} done={(acted) => (forget(), onDone(acted))} touch={touch} />
            </Suspense>
          )}
        </div>
      )}
    </Drawer>
  );
}

function Refused({ why, leave }: { why: RefusalName; leave: () => void }) {
  const keys = useKeyProps();
  const language = useLanguage();
  return (
    <div className={control.form}>
      <p role="alert" className={control.error}>{refusalWords(why, language)}</p>
      {/* nothing else is here to have it */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <div className={control.actions}><button type="button" className={control.button} autoFocus {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>返回</Trans> <KeyCap of={OWN_KEYS.leave} /></button></div>
    </div>
  );
}
