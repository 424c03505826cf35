import type { Ref } from 'react';
import type { Area } from '../../kernel/area.ts';
import type { SignedIn } from '../session.ts';

/** What the host's keys ask of the results, once their code is here. */
export interface Steer {
  /** Rows down, or up when negative. */
  move: (by: number) => void;
  enter: () => void;
}
/** What the lazily loaded part is given. `composed`: the text is still being composed by an input method. */
export interface PaletteProps {
  areas: readonly Area[];
  viewer: SignedIn;
  text: string;
  composed: boolean;
  /** Enter was pressed before it was certain what it opens. */
  armed: boolean;
  input: HTMLInputElement;
  /** The close button has the focus: Enter is its own. */
  leaving: boolean;
  /** Told the DOM id of the list. */
  onList: (id: string) => void;
  steer: Ref<Steer>;
}
