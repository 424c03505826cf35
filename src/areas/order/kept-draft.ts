import { useEffect, useRef, useState } from 'react';
import { call, CallFailure } from '../../ui/call.ts';
import { keptElsewhere, useDraft } from '../../ui/draft.ts';
import { onBack } from '../../ui/network.ts';
import { currentViewer, onSignedOut } from '../../ui/session.ts';
import { draft as drafts, type DraftKind } from '../draft/contract.ts';

/** Milliseconds of rest before what was typed goes to the server. */
const REST = 600;
/** One after the other: an older draft never overtakes a newer one, nor its end. */
let queue: Promise<unknown> = Promise.resolve();
const inTurn = (work: () => Promise<unknown>): void => {
  queue = queue.then(work).catch((error: unknown) => {
    // it is still in this tab, which says so; the next keystroke tries again
    if (!(error instanceof CallFailure)) throw error;
  });
};

/** Pages of which the server may have a draft that nobody has decided about: it is neither written over nor removed. */
const undecided = new Set<string>();
/** Pages of which the server could not be told what was typed last. */
const untold = new Set<string>();
onSignedOut(() => {
  undecided.clear();
  untold.clear();
});

/** A form's content that survives a closed tab. */
export interface Kept<T> {
  draft: T | null;
  /** Two changes in one turn both count: each is given what the other has made. */
  keep: (change: (now: T | null) => T) => void;
  /** It was sent, or is not wanted. */
  drop: () => void;
  /** When the draft that was found here was last written, ISO; null for one that began now. */
  since: string | null;
  /** A draft from elsewhere that came when something had been typed already; `takeOver` replaces that, `keepMine` forgets it. Until then nothing is kept on the server. */
  other: { value: T; at: string } | null;
  takeOver: () => void;
  keepMine: () => void;
}
/**
 * What was typed on `page`: in this tab at once, on the server a moment later (draft/contract.ts), and from there on the next visit. `read` answers null for what
 * is no draft. `isTyped`: not only filled in by another page, so that one from elsewhere is asked for all the same.
 */
export function useKeptDraft<T extends object>(kind: DraftKind, page: string, read: (value: unknown) => T | null, isTyped: (draft: T) => boolean): Kept<T> {
  const [draft, setDraft] = useDraft<T>(page, { saved: true });
  const [since, setSince] = useState<string | null>(null);
  const [other, setOther] = useState<Kept<T>['other']>(null);
  // undefined: the server's has not come yet, so nothing may replace it
  const [asked, setAsked] = useState(draft !== null && isTyped(draft) && !undecided.has(page));
  const latest = useRef(draft);
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => void (latest.current = draft));

  const save = (leaving = false): void => {
    if (pending.current !== null) clearTimeout(pending.current);
    pending.current = null;
    const value = latest.current;
    if (value === null || currentViewer() === null) return;
    const told = (is: boolean): void => {
      if (is) untold.delete(page);
      else untold.add(page);
      keptElsewhere(page, is);
    };
    inTurn(() => call(drafts.keep, { params: { kind }, body: { value: value as never }, ...(leaving ? { keepalive: true } : {}) }).then(() => told(true), (error: unknown) => {
      told(false);
      throw error;
    }));
  };
  const saver = useRef(save);
  useEffect(() => void (saver.current = save));
  useEffect(() => {
    const leave = (): void => {
      if (pending.current !== null) saver.current(true);
    };
    document.addEventListener('visibilitychange', leave);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const soon = (): void => {
    if (pending.current !== null) clearTimeout(pending.current);
    pending.current = setTimeout(() => saver.current(), REST);
  };
  useEffect(() => {
    let [gone, knows] = [false, asked];
    const again = (): void => {
      if (latest.current !== null && untold.has(page)) soon();
    };
    const ask = (): Promise<void> => call(drafts.read, { params: { kind } }).then(
      (found) => {
        if (gone) return;
        knows = true;
        setAsked(true);
        const value = found === null ? null : read(found.value);
        if (found === null || value === null) {
          undecided.delete(page);
          if (latest.current !== null && isTyped(latest.current)) soon();
        } else if (latest.current === null) {
          setDraft(value);
          setSince(found.at);
        } else {
          undecided.add(page);
          keptElsewhere(page, false);
          setOther({ value, at: found.at });
        }
      },
      (error: unknown) => {
        // until it is known what waits there nothing is sent; the tab has it
        if (!(error instanceof CallFailure)) throw error;
      },
    );
    if (knows) again();
    else void ask();
    const deaf = onBack(() => (knows ? again() : void ask()));
    return () => {
      gone = true;
      deaf();
    };
    // once, when the form opens
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    draft, since, other,
    keep: (change) => {
      const next = change(latest.current);
      latest.current = next;
      setDraft(next);
      if (asked && other === null) return soon();
      undecided.add(page);
      keptElsewhere(page, false);
    },
    drop: () => {
      if (pending.current !== null) clearTimeout(pending.current);
      pending.current = null;
      latest.current = null;
      setDraft(null);
      setSince(null);
      untold.delete(page);
      // what waits there is another one
      if (asked && other === null) inTurn(() => call(drafts.drop, { params: { kind } }));
    },
    takeOver: () => {
      if (other === null) return;
      setDraft(other.value);
      setSince(other.at);
      setOther(null);
      undecided.delete(page);
      keptElsewhere(page, true);
    },
    keepMine: () => {
      setOther(null);
      undecided.delete(page);
      soon();
    },
  };
}
