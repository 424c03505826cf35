/**
 * Whether an answer has the outline that its contract has in a built console (src/build/plain-contract.ts): `o list:l row:?o` is an object whose
 * `list` is a list of objects, and whose `row` is an object or null. `a`: a list of anything. Scalars are not looked at: they break no page.
 */
export function hasOutline(outline: string, value: unknown): boolean {
  const [whole, ...fields] = outline.split(' ');
  if (!is(whole!, value)) return false;
  return value === null || fields.every((field) => {
    const [name, kind] = field.split(':');
    return is(kind!, (value as { [name: string]: unknown })[name!]);
  });
}
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
function is(kind: string, value: unknown): boolean {
  if (kind[0] === '?') return value === null || is(kind.slice(1), value);
  return kind === 'o' ? isObject(value) : Array.isArray(value) && (kind === 'a' || value.every(isObject));
}
