// What stands in the fields of a form, to be entered again in another one of its kind.
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** `checked`: of a box or a mark, which `value` tells from the others of its name; null of all else, and absent from what a console before this one kept. */
export type Filled = [name: string, value: string, checked?: boolean | null];

/** Those with a name, which no button has; a file has to be chosen again. */
const fieldsOf = (form: HTMLFormElement | null | undefined): Field[] => ([...form?.elements ?? []] as Field[]).filter(({ name, type, disabled }) => name && type !== 'file' && !disabled);
const checkedOf = (one: Field): boolean | null => (one.matches('[type=checkbox],[type=radio]') ? (one as HTMLInputElement).checked : null);
/** What stands in each of them, but the words of what was chosen, which has a field of its own (combobox.tsx); nothing where there is no form. */
export const filledOf = (form: HTMLFormElement | null | undefined): Filled[] => fieldsOf(form).filter((one) => !one.matches('[data-taken]')).map((one) => [one.name, one.value, checkedOf(one)]);

/** Enters one, as if it were typed or pressed. False where there is no such field, or none that has this to choose. */
export function fillIn(form: HTMLFormElement, [name, value, checked = null]: Filled): boolean {
  const field = fieldsOf(form).find((one) => one.name === name && (checked === null || one.value === value));
  const options = field && 'options' in field ? [...field.options] : null;
  if (field === undefined || options?.every((one) => one.value !== value)) return false;
  if (checked !== null) {
    // a mark is not taken back, another takes its place
    if (checkedOf(field) !== checked && (checked || field.type !== 'radio')) field.click();
  } else if (field.value !== value) {
    // past React, which else would take it for its own
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event(options ? 'change' : 'input', { bubbles: true }));
  }
  // what cannot be chosen yet was not taken
  return field.type !== 'hidden' || field.value === value;
}
