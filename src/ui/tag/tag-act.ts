import { msg } from '@lingui/core/macro';
import { announce } from '../announce.tsx';
import { currentI18n } from '../language.tsx';

/** What a command does to the tabs; all but the steps act on the tab that has the focus, else on the one that is open. */
export type TagAct = 'next' | 'previous' | 'refresh' | 'pin' | 'move-left' | 'move-right' | Closing;
/** Which tabs are closed. */
export type Closing = 'close' | 'others' | 'left' | 'right' | 'all';

let actor: ((act: TagAct) => void) | null = null;
/** The bar, while it is shown, does what the commands ask. Returns how to stop. */
export function setTagActor(own: (act: TagAct) => void): () => void {
  actor = own;
  return () => {
    if (actor === own) actor = null;
  };
}
/** Does it to the tabs; where none are shown says so. */
export const actOnTag = (act: string): void => (actor === null ? announce(currentI18n()._(msg`标签页没有显示，先在设置里打开`)) : actor(act as TagAct));
