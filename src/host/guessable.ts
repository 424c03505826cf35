// rows and columns of a keyboard, alphabets, and what Chinese digits say; each is read both ways
const ROWS = `
  01234567890 qwertyuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 147 258 369 159 357 一二三四五六七八九十 520 1314
`.replaceAll(' ', '\n');
const WALKS = ROWS + [...ROWS].reverse().join('');
/** A sign as the key that it stands on, on the keyboards in use here. */
const unshifted = (text: string): string => text.replace(/[!@#$%^&*()]/g, (sign) => String(('!@#$%^&*()'.indexOf(sign) + 1) % 10));

/** Signs of `text` that are in no walk of three or more and in no repeat of one sign: the least of all ways to part it. */
function beside(text: string): number {
  const least = Array.from({ length: text.length + 1 }, () => 0);
  for (let at = text.length - 1; at >= 0; at--) {
    least[at] = 1 + least[at + 1]!;
    for (let end = at + 3; end <= text.length && isPiece(text.slice(at, end)); end++) least[at] = Math.min(least[at]!, least[end]!);
  }
  return least[0]!;
}
const isPiece = (part: string): boolean => WALKS.includes(part) || part === part[0]!.repeat(part.length);
/** `1q2w3e4r` is `1234` and `qwer`. */
const everySecond = (text: string, first: 0 | 1): string => [...text].filter((_, at) => at % 2 === first).join('');

/** Digits alone have to be this many: shorter ones are birthdays, phones, and what is dialled on a keypad. */
const DIGITS = 12;
/** Signs that are left beside walks, at most: `wang1234` has four. */
const LEFT = 4;
/** Whether `text` stands at the head of every list of guesses: digits alone, one piece repeated, or walks over a keyboard with next to nothing beside them. */
export function isGuessable(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase();
  const digits = plain.replace(/[-+./ _]/g, '');
  if (/^\d+$/.test(digits) && (digits.length < DIGITS || /^(?:86|0086)?1[3-9]\d{9}$/.test(digits))) return true;
  if (/^(.{1,6})\1+$/u.test(plain)) return true;
  return [plain, unshifted(plain)].some((each) => beside(each) <= LEFT || beside(everySecond(each, 0)) + beside(everySecond(each, 1)) <= 2);
}
