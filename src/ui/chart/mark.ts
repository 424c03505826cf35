// Which of the words above the columns of a heat map are drawn: none in part, and none over another.

/** px between two words. */
const GAP = 8;
/** Marks that are drawn, by column: as many as fit, at even distances, and the last only with room for all of it. `wide`: the widest, `column`: a column, in px. Pure. */
export function marksOf(count: number, wide: number, column: number): number[] {
  if (column <= 0) return [];
  const every = Math.max(1, Math.ceil((wide + GAP) / column));
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every).filter((at) => at * column + wide <= count * column);
}
/** Hides in `box`, which scrolls, those for which there is no room (`data-off="dense"`), and those that an edge or the names of the lines would cut now (`edge`). */
export function fitMarks(box: HTMLElement): void {
  const marks = [...box.querySelectorAll<HTMLElement>('[data-mark]')];
  const lead = box.querySelector<HTMLElement>('thead th')?.offsetWidth ?? 0;
  // not laid out
  if (marks.length === 0 || lead === 0) return;
  // all is read before anything is written
  const places = marks.map((mark) => ({ left: mark.parentElement!.offsetLeft, width: Math.max(mark.offsetWidth, mark.scrollWidth) }));
  const { scrollLeft, clientWidth } = box;
  const column = marks[0]!.parentElement!.getBoundingClientRect().width;
  const drawn = new Set(marksOf(marks.length, Math.max(...places.map(({ width }) => width)), column));
  marks.forEach((mark, i) => {
    const { left, width } = places[i]!;
    const cut = left - scrollLeft < lead || left + width - scrollLeft > clientWidth;
    if (drawn.has(i) && !cut) delete mark.dataset['off'];
    else mark.dataset['off'] = drawn.has(i) ? 'edge' : 'dense';
  });
}
