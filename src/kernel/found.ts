/**
 * Lines of the palette's index, the newest first: `no⇥name⇥tails⇥bed⇥place⇥status⇥from⇥to⇥version`, or `-no` for one that left.
 * `tails`: last four digits of each phone, by spaces; `place`: a number into `places`; `from` and `to`: days (`2026-11-21`) or empty.
 */
export interface IndexPage {
  text: string;
  /** Hospital, department and ward of the lines, or whatever stands for a place in that kind of record. */
  places: readonly string[];
  /** Where the next page begins; null: that was all. */
  next: string | null;
  /** The instant that these lines are true of, to ask for changes since. */
  at: string;
  /** Whose eyes: another stamp than that of the page before means that all must be read anew. */
  stamp: string;
  /** What changed is too much or too long ago: read all anew. */
  reset: boolean;
  /** There are more than the index takes; the older ones are the server's. */
  cut: boolean;
}
/** 0 exact · 1 prefix · 2 word, initials, tail of a number · 3 inside or subsequence. */
export type Tier = 0 | 1 | 2 | 3;
/** What of a record answered. */
export type Reason = 'number' | 'name' | 'pinyin' | 'initials' | 'phone' | 'identity' | 'bed' | 'place' | 'staff';
/** Reasons that name the person of a record: its patient, or a caregiver. */
export const PERSONAL: ReadonlySet<Reason> = new Set<Reason>(['name', 'pinyin', 'initials', 'phone', 'identity', 'staff']);
/** A record that the index found. */
export interface Hit {
  /** `kind:code`, unique among all rows. */
  id: string;
  kind: string;
  /** Its business number. */
  code: string;
  name: string;
  place: string;
  bed: string;
  /** Its status as the line says it. */
  status: string;
  from: string;
  to: string;
  version: number;
  tier: Tier;
  why: Reason;
  /** Characters that answered: of the code where `why` is `number` or `staff`, of the bed where it is `bed`, of the place where `place`, else of the name. */
  marks: readonly number[];
}
/** The numbers of a question for several orders, `PH1 PH2`; of any other none. */
export const severalIn = (text: string): string[] => (/^PH\d+ PH/.test(text) ? text.split(' ') : []);
/** What of a record is drawn: whether the index found it or only told of it. */
export type Told = Omit<Hit, 'tier' | 'marks' | 'version'>;
/** A question to the index. */
export interface IndexQuestion {
  text: string;
  /** All that was typed, by which one knows what was chosen for it; without it that is `text`. */
  typed?: string;
  /** Kinds to look in; null: all. */
  kinds: readonly string[] | null;
  /** Rows to hand out; `total` counts the rest. */
  most: number;
  /** With an empty text: these records, in this order, those of them that there are. */
  ids?: readonly string[];
}
/** What the index found. */
export interface IndexAnswer {
  /** The question it belongs to, as it was asked. */
  text: string;
  hits: readonly Hit[];
  total: number;
  /** `total` is a lower bound. */
  cut: boolean;
  /** The index is whole, up to what the server keeps. */
  ready: boolean;
  /** What the search took, ms. */
  ms: number;
}
/** What this person uses: decides inside a tier. */
export interface Favour {
  /** Id to frecency, as of now. */
  score: Readonly<Record<string, number>>;
  /** The key of a text (`textKey` of favour.ts) to the id that is chosen for it. `standing` there puts all of this into one number. */
  learned: Readonly<Record<string, string>>;
  pinned: readonly string[];
}
/** How the index of one kind of record is kept up. */
export interface FeedQuestion {
  after?: string;
  since?: string;
  nos?: readonly string[];
  stamp?: string;
}
