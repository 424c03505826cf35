import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { announce } from './announce.tsx';

/**
 * A part of a page that is fetched when it is asked for; nothing until it is here. One that does not come is said and leaves the page
 * as it is: `onLost` takes back what asked for it, and whoever asks again fetches anew, which `lazy` would not.
 */
export function Fetched<P>({ load, onLost, children }: { load: () => Promise<{ default: ComponentType<P> }>; onLost: () => void; children: (part: ComponentType<P>) => ReactNode }) {
  const { t } = useLingui();
  const [part, setPart] = useState<{ part: ComponentType<P> } | null>(null);
  const latest = useRef({ load, lost: onLost });
  useEffect(() => void (latest.current = { load, lost: () => (announce(t`网络不通`), onLost()) }));
  useEffect(() => {
    let left = false;
    latest.current.load().then((came) => left || setPart({ part: came.default }), () => left || latest.current.lost());
    return () => void (left = true);
  }, []);
  return part === null ? null : children(part.part);
}
