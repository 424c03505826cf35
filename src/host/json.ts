/**
 * Does some object of this JSON name a field twice? `JSON.parse` would keep the last one in silence, and another reader the first.
 * `text` must be JSON. Walks without recursion, so depth cannot hurt it.
 */
export function repeats(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(null);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const from = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      const names = open.at(-1);
      if (!names) continue;
      let next = at + 1;
      while (/\s/.test(text[next] ?? '')) next++;
      if (text[next] !== ':') continue;
      const name = JSON.parse(text.slice(from, at + 1)) as string;
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
}
/** The first `n` characters of a text, none of them halved: half a surrogate pair is refused by jsonb, and becomes another sign elsewhere. */
export const beginning = (text: string, n: number): string => [...text].slice(0, n).join('');
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Bytes as text; null where they are none: a wrong byte would become a sign that nobody wrote. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
