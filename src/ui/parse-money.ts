/** Fen that no amount typed passes: a hundred million yuan less one fen. */
const MOST = 9_999_999_999;

/** Yuan as people type them (`120`, `1,200.5`, `¥120`, `120元`, full-width as well) in fen; null when it is no amount. Never rounded: a third decimal is a mistake, and more than `most` fen; never joined: two cells of a sheet are not one amount. */
export function parseMoney(text: string, most = MOST): number | null {
  const plain = text.normalize('NFKC').replaceAll('。', '.').trim().replace(/^([-−]?)\s*[¥￥]?\s*/, '$1').replace(/\s*[元块]$/, '').replace('−', '-');
  const found = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(plain);
  if (found === null || (found[2] === undefined && (found[3] ?? '') === '')) return null;
  const fen = Number((found[2] ?? '0').replaceAll(',', '')) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  if (fen > most) return null;
  return found[1] === '-' && fen !== 0 ? -fen : fen;
}
/** Fen as one would type them: `120`, `120.50`. */
export function moneyText(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  const cents = digits.slice(-2);
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}${cents === '00' ? '' : `.${cents}`}`;
}
