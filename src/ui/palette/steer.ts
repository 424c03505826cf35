import type { Ref } from 'react';
import type { Scope } from '../../../machines/palette.ts';
import type { Area } from '../../kernel/area.ts';
import type { SignedIn } from '../session.ts';
import type { FindIndex } from './finder.ts';
import type { Mode } from './mode.ts';

/** What the host's keys ask of the results, once their code is here. */
export interface Steer {
  /** The text has changed: asks at once, so that what is at hand is drawn together with the text. `composes`: it is still being composed. */
  ask: (composes: boolean) => void;
  /** Rows down, or up when negative. */
  move: (by: number) => void;
  enter: () => void;
  /** Says why the chosen row stands where it does, or no more. */
  why: () => void;
  /** The chosen row stands first from now on, or no longer. */
  pin: () => void;
  /** What is being done to several stops after the one under way. */
  stop: () => void;
  /** The chosen row is as if it had never been used. */
  forget: () => void;
  /** What did not answer is asked once more. */
  again: () => void;
}
/** What the lazily loaded part is given. `composed`: the text is still being composed by an input method. */
export interface PaletteProps {
  areas: readonly Area[];
  viewer: SignedIn;
  text: string;
  scope: Scope | null;
  /** What is not possible is to be shown, and why. */
  denied: boolean;
  composed: boolean;
  /** A command asks for its steps: its rows stand in the place of the palette's own. */
  mode: Mode | null;
  /** Enter was pressed before it was certain what it opens. */
  armed: boolean;
  input: HTMLInputElement;
  /** The close button has the focus: Enter is its own. */
  leaving: boolean;
  /** The index of records; null: the servers alone are asked. */
  index: FindIndex | null;
  /** Rows in the frame that follows a key; as many as are seen. */
  first?: number;
  /** Told the DOM id of the list. */
  onList: (id: string) => void;
  steer: Ref<Steer>;
}
