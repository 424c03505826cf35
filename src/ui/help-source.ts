import type { Viewer } from '../kernel/area.ts';

/** How far someone is in the tour: under way, left, or through; `step`: the one they are at. */
export interface TourMark {
  state: 'on' | 'off' | 'done';
  step: string | null;
}
/** What an account has seen of help. `tour` null: it was never offered. `news`: the newest entry that was seen. */
export interface HelpMark {
  tour: TourMark | null;
  news: string | null;
}
/** One thing that help tells how to do, as the palette finds it. */
export interface HelpTopic {
  /** Unique: `order.assign`. */
  id: string;
  title: string;
  keywords: readonly string[];
  to: string;
  /** A page of help, and not a part of one. */
  whole: boolean;
}
/** Help as the console knows it: its words and its memory are the area's. */
export interface HelpSource {
  /** Id of the newest entry of what is new. */
  newest: string;
  /** Where the help of the page at this address is. */
  pageFor: (href: string) => string;
  /** What this person can read, in the language in use. Throws when it does not come. */
  topics: (viewer: Viewer) => Promise<readonly HelpTopic[]>;
  load: () => Promise<HelpMark>;
  keep: (change: Partial<HelpMark>) => Promise<unknown>;
}
let source: HelpSource | null = null;
/** The entry hands it over, because ui/ knows no area. */
export const setHelpSource = (given: HelpSource | null): void => void (source = given);
/** Null where there is no help, such as in tests of something else. */
export const helpSource = (): HelpSource | null => source;
