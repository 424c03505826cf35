import { onSignedOut } from '../session.ts';
import { palette } from './actor.ts';

/** What was typed in the steps of the command under way, by their names: it stands there again when one comes back to them. */
const typed = new Map<string, string>();
/** What Escape took out of a step's text, so many steps deep: it is not lost either. */
let cleared: { at: number; text: string } | null = null;
palette.on('cleared', ({ text }) => void (cleared = { at: palette.getSnapshot().context.steps, text }));

/** Another command is begun, or another person is here. */
export function forgetTexts(): void {
  typed.clear();
  cleared = null;
}
onSignedOut(forgetTexts);
/** Keeps the text of a step, so many steps deep. */
export function noteText(step: string, at: number, text: string): void {
  if (text !== '' || cleared?.at !== at) cleared = null;
  typed.set(step, cleared?.text ?? text);
}
/** Of a step that was answered by words, or by none of them. */
export function setText(step: string, text: string): void {
  cleared = null;
  typed.set(step, text);
}
/** What was typed in this step when one was there. */
export const textOf = (step: string): string => typed.get(step) ?? '';
