// What stands in the fields of a form, to be entered again in another one of its kind.
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** `checked`: of a box or a mark, which `value` tells from the others of its name; null of all else. */
export type Filled = [name: string, value: string, checked: boolean | null];

const isField = (one: Element): one is Field => /^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName) && (one as Field).name !== '' && !/^(file|password)$/.test((one as Field).type) && !(one as Field).disabled;
const checkedOf = (one: Field): boolean | null => (/^(checkbox|radio)$/.test(one.type) ? (one as HTMLInputElement).checked : null);
/** All that has a name; a file has to be chosen again. */
export const filledOf = (form: HTMLFormElement): Filled[] => [...form.elements].filter(isField).map((one) => [one.name, one.value, checkedOf(one)]);

/** Enters one, as if it were typed or pressed. False where there is no such field, or none that has this to choose. */
export function fillIn(form: HTMLFormElement, [name, value, checked]: Filled): boolean {
  const field = [...form.elements].filter(isField).find((one) => one.name === name && (checked === null || one.value === value));
  if (field === undefined) return false;
  if (checked !== null) {
    if (checkedOf(field) !== checked && (checked || field.type === 'checkbox')) field.click();
  } else if (field.value !== value) {
    if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value)) return false;
    // past React, which else would take it for its own
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
  return true;
}
