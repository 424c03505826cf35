import type { Words } from '../../kernel/area.ts';
import type { SignedIn } from '../session.ts';

/** A kind of notice, and the address of its rows. */
export interface NoticeKind {
  id: string;
  title: Words;
  to: string;
}
/** How many there are, how many came since they were seen, and whom or what the first of them are called. */
export interface NoticeCount {
  total: number;
  unread: number;
  names: readonly string[];
}
/** Counts by kind, as they were at an instant of the server's clock. */
export interface Notices {
  of: Readonly<Record<string, NoticeCount>>;
  at: string;
}
/** Where notices come from. */
export interface NoticeSource {
  /** The kinds that this person's role may see; none: there is no bell. */
  kinds: (viewer: SignedIn) => readonly NoticeKind[];
  /** `named`: with names. Throws as ui/call.ts does. */
  read: (named: boolean) => Promise<Notices>;
  /** These were seen as they were then, null: as they are now; gives what is left. Throws as ui/call.ts does. */
  seen: (ids: readonly string[], at: string | null) => Promise<Notices>;
  /** Calls back when something may have changed, until what is returned is called. */
  follow: (changed: () => void) => () => void;
}
let source: NoticeSource | null = null;
/** The entry hands it over, because ui/ knows no area. */
export const setNoticeSource = (given: NoticeSource | null): void => void (source = given);
/** Null where there are none, such as in tests of something else. */
export const noticeSource = (): NoticeSource | null => source;
