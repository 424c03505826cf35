/**
 * Whether an answer has the outline that its contract has in a built console (src/build/plain-contract.ts): `o list:l row:?o` is an object whose
 * `list` is a list of objects, and whose `row` is an object or null. `a`: a list of anything. Scalars are not looked at: they break no page.
 */
type Inside = { [name: string]: unknown };
export function hasOutline(outline: string, value: unknown): boolean {
  const [whole, ...fields] = outline.split(' ');
  if (!is(whole!, value)) return false;
  return value === null || fields.every((field) => {
    const [way, kind] = field.split(':');
    // what lies in something that may be null is not there then
    const [name, inner] = way!.split('.');
    const part = (value as Inside)[name!];
    return inner === undefined ? is(kind!, part) : part === null || is(kind!, (part as Inside)[inner]);
  });
}
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
function is(kind: string, value: unknown): boolean {
  if (kind[0] === '?') return value === null || is(kind.slice(1), value);
  return kind === 'o' ? isObject(value) : Array.isArray(value) && (kind === 'a' || value.every(isObject));
}
