import { useEffect, useRef } from 'react';
import { splitHref } from '../kernel/href.ts';
import { useHref } from './location.ts';

/** Closes what stands open over a page when another page comes in its place, as by Back. */
export function useLeft(open: boolean, close: () => void): void {
  const [path] = splitHref(useHref());
  const latest = useRef({ open, close });
  useEffect(() => void (latest.current = { open, close }));
  const at = useRef(path);
  useEffect(() => {
    if (at.current === path) return;
    at.current = path;
    if (latest.current.open) latest.current.close();
  }, [path]);
}
