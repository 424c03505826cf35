// The watermark as one element over everything: who takes it away, hides it or gives it another look gets it back.

/** Pixels: letters, between lines, and around the words of one tile. */
const SIZE = 15;
const LEAD = 22;
const AROUND = 90;
/** Letters of one line at most. */
const LONGEST = 80;
/** Spec section 9: faint white in the dark, faint black in the light. */
const SHARE = 0.08;
/** What no picture of this kind may have, however it is written: with one such sign there would be no mark at all. */
const FORBIDDEN = /[^\t\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const widthOf = (line: string): number => [...line].reduce((sum, letter) => sum + (letter > '\u2e7f' ? SIZE : SIZE * 0.6), 0);
/** One tile as an SVG picture: an image holds no words that could be found, marked or read. */
export function tile(lines: readonly string[], dark: boolean): string {
  const shown = lines.map((line) => line.replace(FORBIDDEN, '')).map((line) => ([...line].length > LONGEST ? `${[...line].slice(0, LONGEST - 1).join('')}…` : line));
  const width = Math.ceil(Math.max(...shown.map(widthOf)) + AROUND);
  const height = Math.ceil(width * 0.38 + shown.length * LEAD + AROUND / 2);
  const words = shown.map((line, at) => `<text x="${width / 2}" y="${height / 2 + (at - (shown.length - 1) / 2) * LEAD}">${line.replace(/[&<>"']/g, (sign) => ESCAPED[sign]!)}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="rotate(-22 ${width / 2} ${height / 2})" fill="${dark ? '#fff' : '#000'}" fill-opacity="${SHARE}" font-size="${SIZE}" font-family="PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif" text-anchor="middle">${words}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
/** What it looks like, each of it important: no style sheet can change it. */
const styleOf = (image: string): Readonly<Record<string, string>> => ({
  all: 'initial', position: 'fixed', inset: '0', 'z-index': '9999', display: 'block', width: '100vw', height: '100vh', 'max-width': 'none', 'max-height': 'none', margin: '0', padding: '0', border: '0', overflow: 'hidden',
  'background-color': 'transparent', 'background-image': image, 'background-repeat': 'repeat', 'pointer-events': 'none', 'user-select': 'none', opacity: '1', visibility: 'visible', 'forced-color-adjust': 'none', 'print-color-adjust': 'exact',
});

/** Hangs the mark over the page and keeps it there until what is returned is called. `text`: its lines. */
export function hangMark(text: string, dark: boolean): () => void {
  const look = Object.entries(styleOf(tile(text.split('\n'), dark)));
  let mark: HTMLElement | null = null;
  let soon: ReturnType<typeof setTimeout> | undefined;
  // it stands over dialogs too: in the top layer, where no z-index counts, who came last is above
  const raise = (): void => {
    if (typeof mark?.showPopover !== 'function') return;
    if (mark.matches(':popover-open')) mark.hidePopover();
    mark.showPopover();
  };
  const hang = (): void => {
    own.disconnect();
    mark?.remove();
    mark = document.createElement('div');
    for (const [name, value] of [['aria-hidden', 'true'], ['data-watermark', ''], ['popover', 'manual']] as const) mark.setAttribute(name, value);
    for (const [name, value] of look) mark.style.setProperty(name, value, 'important');
    document.body.append(mark);
    raise();
    for (const observer of [own, around, dialogs]) observer.takeRecords();
    own.observe(mark, { attributes: true, childList: true, characterData: true, subtree: true });
  };
  // not at once: with a script that takes it away at once it would never end
  const again = (): void => {
    clearTimeout(soon);
    soon = setTimeout(hang);
  };
  const own = new MutationObserver(again);
  const around = new MutationObserver(() => mark?.parentNode !== document.body && again());
  const dialogs = new MutationObserver(raise);
  // a popover can be put away by script without a trace in the document
  const put = (event: Event): void => void (event.target === mark && mark?.isConnected === true && !mark.matches(':popover-open') && again());
  hang();
  around.observe(document.body, { childList: true });
  dialogs.observe(document.body, { attributes: true, attributeFilter: ['open'], subtree: true });
  document.addEventListener('toggle', put, { capture: true });
  return () => {
    clearTimeout(soon);
    document.removeEventListener('toggle', put, { capture: true });
    for (const observer of [own, around, dialogs]) observer.disconnect();
    mark?.remove();
  };
}
