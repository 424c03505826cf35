import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { announce } from './announce.tsx';
import { PartLost } from './fetch-part.ts';
import { onBack } from './network.ts';

/**
 * A part of a page that is fetched when it is asked for; nothing until it is here. One that does not come is said and leaves the page
 * as it is: `onLost` takes back what asked for it, and whoever asks again fetches anew, which `lazy` would not. Without `onLost`
 * nobody asked for it: nothing is said, and it comes once the server is back.
 */
export function Fetched<P>({ load, onLost, children }: { load: () => Promise<{ default: ComponentType<P> }>; onLost?: () => void; children: (part: ComponentType<P>) => ReactNode }) {
  const { t } = useLingui();
  const [part, setPart] = useState<{ part: ComponentType<P> } | null>(null);
  const [tries, setTries] = useState(0);
  const latest = useRef({ load, lost: (_: unknown) => {} });
  useEffect(() => void (latest.current = { load, lost: (error) => onLost && (announce(error instanceof PartLost && error.answers ? t`系统已更新` : t`网络不通`), onLost()) }));
  useEffect(() => {
    let left = false;
    latest.current.load().then((came) => left || setPart({ part: came.default }), (error: unknown) => left || latest.current.lost(error));
    return () => void (left = true);
  }, [tries]);
  const waits = part === null && onLost === undefined;
  useEffect(() => (waits ? onBack(() => setTries((n) => n + 1)) : undefined), [waits]);
  return part === null ? null : children(part.part);
}
