import type { Tone } from '../../kernel/area.ts';
import { Numbered } from './numbered.tsx';
import style from './palette.module.css';

/** DOM ids of the chips and of what is said below the rows, which describe the text in a step. There is one palette. */
export const TOLD = { chips: 'palette-chips', note: 'palette-note' };
/** What stands before the text: the scope, or a command and the steps taken. */
export interface Chip {
  id: string;
  words: string;
  tone?: Tone;
}
/** The chips in their order. Backspace before the text takes the last away; a press on it does too, for a hand without keys. */
export function Chips({ chips, label, onBack }: { chips: readonly Chip[]; label: (chip: Chip) => string; onBack: () => void }) {
  return (
    <span id={TOLD.chips} className={style.chips}>
      {chips.map((chip, i) =>
        i === chips.length - 1 ? (
          <button key={chip.id} type="button" tabIndex={-1} className={style.chip} data-tone={chip.tone} aria-label={label(chip)} onClick={onBack}>
            <Numbered text={chip.words} />
          </button>
        ) : (
          <span key={chip.id} className={style.chip} data-tone={chip.tone}>
            <Numbered text={chip.words} />
          </span>
        ),
      )}
    </span>
  );
}
