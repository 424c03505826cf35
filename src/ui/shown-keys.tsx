import { useSyncExternalStore } from 'react';
import { capsOf } from '../kernel/cap.ts';
import control from './style/control.module.css';

/** An Apple keyboard has ⌘ where others have Ctrl. */
const mac = (): boolean => typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
const never = (): (() => void) => () => {};
/** Whether the keys are an Apple keyboard's. Prerendered HTML does not know it and shows Ctrl. */
export const useApple = (): boolean => useSyncExternalStore(never, mac, () => false);

/** Keys as they are pressed, one cap each. */
export function Keys({ of }: { of: string }) {
  const apple = useApple();
  return (
    <span className={control.press}>
      {capsOf(of, apple).map((cap, i) => (
        <kbd key={`${i}${cap}`} className={control.key}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
