/** A text never becomes a formula. Numbers are for counts; what is only written in digits is text. */
export type Cell = string | number | null;
/** `width` in characters, 16 by default. `text`: what a person types below stays as typed; else a spreadsheet keeps 15 digits of an ID number and drops zeros in front. */
export interface Column {
  heading: string;
  width?: number;
  text?: boolean;
}
/** The lines below the heading, each as wide as it. */
export type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
