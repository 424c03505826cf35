/** Each at its value, and the second ways to write naught and two ten behind it. */
const SIGNS = '零一二三四五六七八九〇 两';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100 };

/** A numeral as people dictate it, of 零 to 九, 〇, 两, 十 and 百, in digits: 十二 is 12, 二十 20, 一百零三 103, and 一〇二, which is read out, 102. */
export function inDigits(numeral: string): string {
  let sum = 0;
  let digits = '';
  for (const sign of numeral) {
    const unit = UNITS[sign];
    if (unit === undefined) digits += SIGNS.indexOf(sign) % 10;
    else {
      sum += unit * Number(digits || 1);
      digits = '';
    }
  }
  return sum === 0 ? digits : String(sum + Number(digits));
}
/** A number below a hundred as it is written in hanzi: 12 is 十二, 20 is 二十. */
export function inHanzi(digits: string): string {
  const [tens, ones] = digits.padStart(2, '0') as unknown as [number, number];
  return `${tens > 1 ? SIGNS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 || tens < 1 ? SIGNS[ones] : ''}`;
}
