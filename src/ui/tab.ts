// Tabs of one browser share one session: sign-out ends it in all, one of them renews it for all, and a tab whose token was
// replaced by another account's never goes on showing the old person's data.
import type { Kept } from '../../machines/session.ts';
import { onNavigation } from './location.ts';
import { readVault, tokenNow } from './vault.ts';

interface World {
  /** The local storage key of the token. */
  key: string;
  held: () => Kept | null;
  adopt: (kept: Kept) => void;
  left: () => void;
  /** A token that nobody vouched for is in storage. */
  stranger: () => void;
}
/** How this tab speaks with the others. */
export interface Tabs {
  /** Tells the others about a new or renewed session. */
  tell: (kept: Kept) => void;
  /** Runs `renew` in one tab at a time; a tab that waited takes what the first one got. */
  one: (renew: () => Promise<Kept>, mine: Kept) => Promise<Kept>;
  close: () => void;
}
type Word = { say: 'kept'; kept: Kept } | { say: 'who'; token: string };
/** Milliseconds within which the tab that stored a token vouches for it. */
const PATIENCE = 300;

/** Opens the channel between tabs. */
export function openTabs({ key, held, adopt, left, stranger }: World): Tabs {
  // structured cloning needs no storage; where the browser lacks the channel, storage events alone decide
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');
  const post = (word: Word): void => channel?.postMessage(word);
  let waiting: ReturnType<typeof setTimeout> | undefined;

  if (channel !== null)
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      const mine = held();
      if (data.say === 'who') {
        if (mine !== null && mine.refreshToken !== null && mine.token === data.token) post({ say: 'kept', kept: mine });
      } else if (mine === null || mine.token !== data.kept.token || mine.refreshToken === null) {
        clearTimeout(waiting);
        adopt({ ...data.kept, remember: mine?.remember ?? data.kept.remember });
      }
    };
  const stands = (token: string | null): void => {
    clearTimeout(waiting);
    if (token === null) return left();
    if (token === held()?.token) return;
    waiting = setTimeout(() => {
      if (held()?.token !== token) stranger();
    }, PATIENCE);
  };
  const onStorage = ({ key: changed, newValue, storageArea }: StorageEvent): void => {
    if (storageArea === localStorage && (changed === null || changed === key)) stands(changed && newValue);
  };
  addEventListener('storage', onStorage);
  // of what this window itself does to storage nothing is told
  onNavigation(() => {
    const [mine, token] = [held()?.token ?? null, tokenNow()];
    if (token === undefined || token === mine) return;
    // another one is for the server to judge: what it refuses opens the dialog of spec section 8
    if (mine !== null) return token === null ? stands(null) : undefined;
    const found = readVault();
    if (found !== null) adopt(found);
  });
  const before = held();
  if (before !== null && before.refreshToken === null) post({ say: 'who', token: before.token });

  return {
    tell: (kept) => post({ say: 'kept', kept }),
    one: async (renew, mine) => {
      // absent on plain http; then the server's grace gives every tab the same successor
      if (typeof navigator === 'undefined' || navigator.locks === undefined) return renew();
      return navigator.locks.request('session-refresh', () => {
        const now = held();
        return now !== null && now.token !== mine.token ? now : renew();
      }) as Promise<Kept>;
    },
    close: () => {
      clearTimeout(waiting);
      onNavigation(() => {});
      removeEventListener('storage', onStorage);
      channel?.close();
    },
  };
}
