import { useEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Loss } from './drawer.tsx';
import style from './follow.module.css';
import { isLost } from './lost-call.ts';
import { listMemory, type ExportProgress } from './list/memory-source.ts';

/** ms between two looks at how far it is, and between two tries of a server that is gone. */
const LOOK = 1_000;
const PAUSE = 2_000;
/** Whether a server knows of it; how far it is then. */
const progressOf = async (key: string): Promise<ExportProgress | null> => (await listMemory()?.exported(key).catch(() => null)) ?? null;

/** What is lost by closing the drawer of what servers go on with: its result. `text`: that, in words. */
export function useResult(text: string): Loss {
  const { t } = useLingui();
  return { title: t`不等结果了？`, text, stay: t`继续等待`, go: t`关闭` };
}
/**
 * Follows what servers do as a job (an import, a closing), by its idempotency key: whatever becomes of the server that was asked, it goes on, and its answer is there for the same key.
 * `far`: how far it is, null until that is known; `cut`: the line was lost, it goes on and is waited for; `isGone`: whoever asked has left.
 */
export function useFollow(): { far: ExportProgress | null; cut: boolean; follow: <T>(idempotencyKey: string, ask: () => Promise<T>) => Promise<T>; isGone: () => boolean } {
  const [key, setKey] = useState<string | null>(null);
  const [far, setFar] = useState<ExportProgress | null>(null);
  const [cut, setCut] = useState(false);
  // a server has said that it is at it
  const taken = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => void (gone.current = true);
  }, []);
  useEffect(() => {
    if (key === null) return;
    let over = false;
    const look = setInterval(() => void progressOf(key).then((now) => {
      if (over) return;
      taken.current ||= now !== null;
      setFar((was) => now ?? was);
    }), LOOK);
    return () => {
      over = true;
      clearInterval(look);
    };
  }, [key]);
  /** Asks until there is an answer. @throws what `ask` throws, but for a lost line of what is known to go on */
  async function follow<T>(idempotencyKey: string, ask: () => Promise<T>): Promise<T> {
    taken.current = false;
    setKey(idempotencyKey);
    try {
      for (;;) {
        try {
          return await ask();
        } catch (error) {
          if (!isLost(error) || gone.current) throw error;
          // lost before the first look: another server may know of it
          taken.current ||= (await progressOf(idempotencyKey)) !== null;
          if (!taken.current || gone.current) throw error;
          setCut(true);
          await new Promise((over) => setTimeout(over, PAUSE));
          if (gone.current) throw error;
        }
      }
    } finally {
      setCut(false);
      setKey(null);
      setFar(null);
    }
  }
  return { far, cut, follow, isGone: () => gone.current };
}
/** That something is under way, with a bar as far as is known. `name`: what it is, for whoever hears the bar; `words`: where it stands. */
export function FollowBar({ name, words, far }: { name: string; words: string; far: ExportProgress | null }) {
  return (
    <output>
      <progress className={style.progress} aria-label={name} {...(far !== null && (far.total ?? 0) > 0 ? { max: far.total!, value: far.rows } : {})} />{' '}
      {words}
    </output>
  );
}
