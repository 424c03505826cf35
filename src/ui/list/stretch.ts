/** CSS px that every browser can scroll at device scale factors up to 2: Chromium ends at 33.5 million device px, Firefox at 17.9, and a position beyond 16.7 is not held to the pixel. */
const SAFE = 8_000_000;
/** The height a list may have at this device scale factor, CSS px; more is folded into it. */
export const capAt = (scale: number): number => Math.floor((2 * SAFE) / Math.max(2, scale));

const between = (n: number, least: number, most: number): number => Math.max(least, Math.min(most, n));

/**
 * A list of any length in a scroller that is no higher than a browser allows. Places of rows are px in row space; what scrolls is
 * shorter where the list is too long, and a row is drawn at its place less `shift`. Small steps of the scroller move the rows as far
 * as themselves (`shift` stays); leaps, such as those of the scrollbar, go by ratio. Near both ends one px is one px, so that the
 * first and the last row are reached exactly.
 */
export class Stretch {
  /** Rows, the height of one, the height in which rows are seen, the height that may scroll; px. */
  private size = { count: 0, height: 1, view: 0, cap: SAFE };
  /** Where the scroller stands as far as is known, px. */
  at = 0;
  /** How far rows are drawn above their places, px. */
  shift = 0;

  /** The place in row space of what is seen at the top. */
  get top(): number {
    return this.at + this.shift;
  }
  /** The height of what scrolls. */
  get spacer(): number {
    return Math.min(this.size.count * this.size.height, this.size.cap);
  }
  /** Takes new sizes; what was at the top is to be gone to again by who calls. */
  resize(size: { count: number; height: number; view: number; cap: number }): void {
    this.size = size;
  }
  /** Where the scroller has to stand so that `top` is at the top. Near where one is the rows keep the places at which they are drawn. */
  aim(wished: number): number {
    const top = this.within(wished);
    const exact = this.scrollFor(top);
    const near = top - this.shift;
    return this.folded && Math.abs(top - this.top) <= this.leap && Math.abs(near - exact) <= this.size.view && !this.nearEnd(near, top) ? near : exact;
  }
  /** The scroller stands at `at`, which the browser made of what `aim` said, and `top` is at the top. */
  land(at: number, top: number): void {
    this.at = at;
    this.shift = this.folded ? this.within(top) - at : 0;
    this.straighten();
  }
  /** The scroller was moved to `at`. */
  scrolled(at: number): void {
    const step = Math.abs(at - this.at);
    this.at = at;
    if (!this.folded) this.shift = 0;
    else if (step > this.leap) this.shift = Math.round(this.rowFor(at)) - Math.round(at);
    this.straighten();
  }
  /** Whether scroller and rows have come apart so far that they must be brought together: near an end at once, elsewhere when nothing moves. */
  apart(resting: boolean): boolean {
    const by = Math.abs(this.scrollFor(this.within(this.top)) - this.at);
    return this.folded && by >= 1 && (this.nearEnd(this.at, this.top) || (resting && by > this.size.view));
  }

  private get folded(): boolean {
    return this.size.count * this.size.height > this.size.cap;
  }
  /** The furthest that row space and scroller go. */
  private get far(): number {
    return Math.max(0, this.size.count * this.size.height - this.size.view);
  }
  private get max(): number {
    return Math.max(0, this.spacer - this.size.view);
  }
  /** More than this at once is a leap: less than one device px of a scrollbar's track, more than a wheel or a finger does in a frame. */
  private get leap(): number {
    return 3 * this.size.view;
  }
  /** From here to the end of either side, one px is one px. */
  private get edge(): number {
    return 4 * this.size.view;
  }
  private within(top: number): number {
    return between(top, 0, this.far);
  }
  private nearEnd(at: number, top: number): boolean {
    return at < this.edge || top < this.edge || this.max - at < this.edge || this.far - top < this.edge;
  }
  private scrollFor(top: number): number {
    const { edge, far, max } = this;
    if (!this.folded || top <= edge) return top;
    if (far - top <= edge) return max - (far - top);
    // fours: whole device px at 1.25, 1.5 and 1.75 too
    return Math.round((edge + ((top - edge) * (max - 2 * edge)) / (far - 2 * edge)) / 4) * 4;
  }
  private rowFor(at: number): number {
    const { edge, far, max } = this;
    if (at <= edge) return at;
    if (max - at <= edge) return far - (max - at);
    return edge + ((at - edge) * (far - 2 * edge)) / (max - 2 * edge);
  }
  /** What the browser rounded away is given back at the ends. */
  private straighten(): void {
    if (!this.folded) return;
    const { edge, far, max } = this;
    if (this.at < edge && Math.abs(this.shift) < 1) this.shift = 0;
    else if (max - this.at < edge && Math.abs(this.shift - (far - max)) < 1) this.shift = far - max;
  }
}
