/**
 * Calls `leave` for a click on the shade around an open dialog. Not for the press: the press that follows it, or the click of a
 * finger, would meet what lies below and take the focus there. Nor for a selection that was only drawn out to the shade.
 */
export function onShade(dialog: HTMLDialogElement, leave: () => void): () => void {
  let began = false;
  const press = ({ target }: Event): void => {
    began = target === dialog;
  };
  const click = ({ target }: Event): void => {
    if (began && target === dialog) leave();
  };
  dialog.addEventListener('pointerdown', press);
  dialog.addEventListener('click', click);
  return () => {
    dialog.removeEventListener('pointerdown', press);
    dialog.removeEventListener('click', click);
  };
}
