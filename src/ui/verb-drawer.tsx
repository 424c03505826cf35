import { Suspense, useEffect, useRef, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { flushSync } from 'react-dom';
import { Trans } from '@lingui/react/macro';
import { refusalWords, type RefusalName } from '../kernel/refusal.ts';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { keepDraft, keptDraft } from './draft.ts';
import { Drawer } from './drawer.tsx';
import { filledOf, fillIn, type Filled } from './entered.ts';
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
/** What was entered in a form of which nothing was sent yet: it outlives a session that was cut off (draft.ts). `version`: that this person had seen. */
interface Entered {
  version: number;
  fields: Filled[];
}
/** How often a field is looked for that is not there yet: it comes with another one, or with an answer. */
const LOOKS = 40;
/** Enters again what was kept, as if it were typed. */
function Again({ page, found }: { page: string; found: (version: number) => void }) {
  const at = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const kept = keptDraft<Entered>(page);
    if (kept === null) return undefined;
    found(kept.version);
    let gone = false;
    const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));
    const enter = async (): Promise<void> => {
      let form: HTMLFormElement | null | undefined;
      // the version that was seen then is the drawer's by now
      await pause(0);
      // one that first reads what it needs comes later
      while (!(form = at.current?.parentElement?.querySelector('form')) && !gone) await pause(50);
      if (!form) return;
      for (let looks = 0, left = kept.fields; left.length > 0 && looks < LOOKS; looks += 1) {
        const now = left;
        left = [];
        for (const one of now) {
          if (gone) return;
          if (!fillIn(form, one)) left.push(one);
          // what one changes is drawn before the next
          await pause(looks * 10);
        }
      }
    };
    void enter();
    return () => void (gone = true);
    // when the form comes, and never again
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return <span ref={at} hidden />;
}
/** A verb's form as a drawer over whatever shows the record `of`. `detail` is undefined while it is on its way; `why`: the refusal that the record meets the verb with, as far as nothing was entered. */
export function VerbDrawer<D extends { version: number }, A>({ of, title, wide, waiting, Form, detail, why, onLeave, onDone }: {
  of: string;
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
  const [over, setOver] = useState(false);
  const touched = useRef(false);
  const page = `${of} ${title}`;
  const box = useRef<HTMLDivElement>(null);
  const filled = (): Filled[] => filledOf(box.current?.querySelector('form'));
  // what stood there before anything was entered: what was left alone is not entered again, and follows the record
  const stood = useRef<Filled[]>([]);
  const stand = (): void => {
    if (!touched.current || stood.current.length === 0) stood.current = filled();
  };
  const keep = (): void => {
    if (box.current !== null && detail !== undefined && touched.current) keepDraft(page, { version: pinned ?? detail.version, fields: filled().filter((one) => !stood.current.some((was) => `${was}` === `${one}`)) });
  };
  const enter = (): void => {
    touch();
    keep();
  };
  // it is gone with the drawer, but for who was cut off: that has taken it before
  useEffect(() => () => keepDraft(page, null), [page]);
  const touch = (): void => {
    // what a key or a button has changed is on the page a moment later
    setTimeout(keep);
    if (touched.current || detail === undefined) return;
    touched.current = true;
    setPinned(detail.version);
  };
  // nothing can be done any more with what was entered when the record has moved on to where the verb is refused
  const dirty = (): boolean => touched.current && why === null;
  const forget = (): void => {
    touched.current = false;
    keepDraft(page, null);
  };
  const finish = (acted: A): void => {
    forget();
    // before what it asked is old: a form that is there would ask again about what has been done
    flushSync(() => setOver(true));
    onDone(acted);
  };
  return (
    <Drawer title={title} wide={wide} dirty={dirty} onClose={() => (forget(), onLeave())} onDiscard={(away) => { forget(); if (!away) onLeave(); }}>
      {(leave) => (
        <div ref={box} onFocus={stand} onInput={enter}>
          {over ? null : detail === undefined ? <p className={style.waiting}>{waiting}</p> : why !== null && pinned === null ? <Refused why={why} leave={leave} /> : (
            <Suspense fallback={<p aria-busy="true" className={style.waiting}><Trans>正在载入</Trans></p>}>
              <Form detail={detail} version={pinned ?? detail.version} why={why} leave={leave} done={finish} touch={touch} />
              <Again page={page} found={(version) => { touched.current = true; setPinned(version); }} />
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
