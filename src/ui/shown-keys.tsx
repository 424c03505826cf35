import { useSyncExternalStore } from 'react';
import { caps, mac } from './key.ts';
import control from './style/control.module.css';

const never = (): (() => void) => () => {};

/** Keys as they are pressed, one cap each. Prerendered HTML does not know the keyboard and shows Ctrl. */
export function Keys({ of }: { of: string }) {
  const apple = useSyncExternalStore(never, mac, () => false);
  return (
    <>
      {caps(of, apple).map((cap, i) => (
        <kbd key={`${i}${cap}`} className={control.key}>
          {cap}
        </kbd>
      ))}
    </>
  );
}
