/** A text never becomes a formula. Numbers are for counts; what is only written in digits is text. */
export type Cell = string | number | null;
/** `width` in characters, 16 by default. */
export interface Column {
  heading: string;
  width?: number;
}
/** The lines below the heading, each as wide as it. */
export type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
