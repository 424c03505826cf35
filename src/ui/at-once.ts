import { useLayoutEffect, useState } from 'react';

/**
 * What the effects of a first drawing do, such as putting the cursor into its field, is done before a key can come: of what is drawn
 * without haste (a page's address, code that came late) React leaves them for after the picture, and what is typed meanwhile goes
 * elsewhere. A state that a layout effect sets has them run first.
 */
export function useAtOnce(): void {
  const [, drawn] = useState(false);
  useLayoutEffect(() => drawn(true), []);
}
