import { FAULTS, type Language } from '../../kernel/error.ts';

/** A failed sign-in in `language`, from the catalogue, or null where only the server knows the words. `message` is what it said, in whatever language. */
export function saidIn(language: Language, { code, message }: { code: number; message: string }): string | null {
  const fault = Object.values(FAULTS).find(([, known]) => known === code);
  // the one number in a message of a known kind is its seconds
  const words = fault?.[language === 'en' ? 3 : 2].replace('{seconds}', () => /\d+/.exec(message)?.[0] ?? '{}');
  return words === undefined || words.includes('{') ? null : words;
}
