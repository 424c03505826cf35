/** A filter as it stands in the address. `accepts` lets a value pass whose option has not come yet, or that was typed. */
export interface Filter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  accepts?: RegExp;
  /** It says where one is: a list that is empty there is empty, not filtered. */
  place?: boolean;
  /** Its values stand as tabs over the list (tabs.tsx). */
  tab?: boolean;
  /** It is folded away until it is asked for or chosen. */
  more?: boolean;
  /** What it is called when nothing is chosen: all, unless said. */
  none?: string;
  /** What fits it is another with each day. */
  daily?: boolean;
  /** It is typed, not chosen. */
  typed?: 'search' | 'date';
}
/** What a list is asked: filter names with their values, conditions as `where[0]` and on, `sort`; empty ones are absent. */
export type Chosen = Record<string, string>;
