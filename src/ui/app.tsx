import { StrictMode, useCallback, useEffect, useLayoutEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { Router, useRouter } from 'wouter';
import type { Area } from '../kernel/area.ts';
import { splitHref } from '../kernel/href.ts';
import { Boundary, Broken, LostPart } from './boundary.tsx';
import { fetchPart, PartLost } from './fetch-part.ts';
import { loadTopMenu, topMenuWanted } from './frame/top-menu-part.ts';
import type { FrameProps } from './frame.tsx';
import { KnownAreas } from './known-areas.ts';
import { LocaleProvider, wantFrameWords } from './language.tsx';
import { reloadHere } from './leave.ts';
import { navigate, useHashLocation, useHref, useWanted } from './location.ts';
import { loadPage, pageView, type Page } from './page.ts';
import { PageStack, Rehearsal } from './page-stack.tsx';
import { Progress } from './progress.tsx';
import { isRedirect, pageAt, resolve, LOGIN } from './route.ts';
import { SlowNote } from './slow-note.tsx';
import { usePhase, useSessionBusy, useViewer } from './session.ts';
import type { LostPage as LostPagePart } from './lost-page.tsx';
import type { Settled as SettledPart } from './settled.ts';
import { Spoken } from './spoken.tsx';
import { keyOf, noteStack, onDropPages, renewed, wayTo, withPage, without, type Stack } from './stack.ts';
import { Waiting } from './waiting.tsx';

const ABSENT = '/404';
type FrameView = ComponentType<FrameProps>;
let Frame: FrameView | null = null;
let Settled: typeof SettledPart | null = null;
let LostPage: typeof LostPagePart | null = null;
let beside: () => Promise<unknown> = async () => {};
/** What is fetched with the frame; the entry names it, because ui/ knows no area. */
export const setBeside = (load: () => Promise<unknown>): void => void (beside = load);
/** Fetches the frame: it and what hangs on it stay out of the login page's first load. */
export async function loadFrame(): Promise<void> {
  const parts = Promise.all([
    fetchPart(() => import(/* webpackChunkName: "frame" */ './frame.tsx'), true),
    fetchPart(() => import(/* webpackChunkName: "frame" */ './settled.ts'), true),
    fetchPart(() => import(/* webpackChunkName: "frame" */ './lost-page.tsx'), true),
  ]);
  const [[frame, settled, lost]] = await Promise.all([parts, wantFrameWords(), beside(), topMenuWanted() ? loadTopMenu().catch(() => {}) : null]);
  [Frame, Settled, LostPage] = [frame.default, settled.Settled, lost.LostPage];
}

interface AppProps {
  areas: readonly Area[];
  pages: readonly Page[];
  /** The path whose prerendered shell is in the page; also what the first render shows. */
  shellPath?: string | undefined;
}

function Outlet({ areas, pages, shellPath }: AppProps) {
  const { parser } = useRouter();
  const href = useHref(shellPath);
  const wanted = useWanted();
  const phase = usePhase();
  const viewer = useViewer();
  // a sign-in or a sign-out is under way
  const passing = useSessionBusy();
  const [stack, setStack] = useState<Stack>([]);
  const [, setArrived] = useState(0);
  const [tries, setTries] = useState(0);
  const [lost, setLost] = useState<{ path: string; error: unknown; tries: number } | null>(null);

  const path = splitHref(href)[0];
  // before what is fetched with the frame is here, not every page is known: nobody is led anywhere yet
  const known = phase === 'in' && Frame === null ? 'loading' : phase;
  // where one stands signed out, until one goes elsewhere
  const [outside, setOutside] = useState('');
  const stands = phase === 'out' || outside === href ? href : '';
  if (outside !== stands) setOutside(stands);
  const target = resolve(href, { parser, pages, phase: known, viewer, outside });
  const bare = target.kind === 'page' ? target.page.path === LOGIN : phase === 'out';
  const page = target.kind === 'page' ? target.page : target.kind === 'absent' ? pages.find((p) => p.path === ABSENT) : undefined;
  const View = page && pageView(page);
  const missing = page !== undefined && View === undefined;

  // what was shown stays until the next page's code is here; a page that is kept alive stays longer
  let shown = stack;
  if (phase === 'out' && stack.some((s) => s.page.path !== LOGIN)) shown = [];
  const next = page && { page, params: target.kind === 'page' ? target.params : {}, href: path === ABSENT && wanted !== undefined ? `${ABSENT}?wanted=${encodeURIComponent(wanted)}` : href, cached: page.path === '/dashboard' || viewer?.allowed.cached.includes(page.path) === true };
  if (next !== undefined && View !== undefined) shown = withPage(shown, { ...next, View });
  if (shown !== stack) setStack(shown);
  if (lost !== null && lost.path !== path) setLost(null);
  const missed = lost?.path === path;
  // a page that does not come stands as its own, and what was open is kept behind it; its round is none of those a page that came can have
  const drawn = missed && next !== undefined && missing && !bare && LostPage !== null ? [...shown, { ...next, key: keyOf(next), View: LostPage, cached: false, round: -1 }] : shown;
  const top = drawn.at(-1);

  const to = target.kind === 'redirect' ? target.to : null;
  useLayoutEffect(() => noteStack(drawn));
  useLayoutEffect(() => {
    if (to === null) return;
    // /redirect/… is how a page that is kept alive is made anew
    if (isRedirect(path)) setStack((now) => renewed(now, splitHref(to)[0]));
    // the page that says so is told what is not there
    navigate(isRedirect(path) ? to : wayTo(to), { replace: true, state: to === ABSENT ? { wanted: path } : null });
  }, [to, path, href]);
  useEffect(() => onDropPages((keys) => setStack((now) => without(now, keys))), []);
  useEffect(() => {
    // its code is fetched while the server is still asked whether this person may open it
    const wanted = page ?? pageAt(parser, pages, path)?.page;
    const here = wanted !== undefined && pageView(wanted) === undefined ? loadPage(wanted) : null;
    const around = (!bare || phase === 'in') && Frame === null ? loadFrame() : null;
    if (here === null && around === null) return;
    let gone = false;
    Promise.all([here, around]).then(
      () => {
        if (gone) return;
        setLost(null);
        setArrived((n) => n + 1);
      },
      (error: unknown) => gone || setLost({ path, error, tries }),
    );
    return () => {
      gone = true;
    };
  }, [page, pages, parser, bare, phase, path, tries]);
  const again = useCallback(() => setTries((n) => n + 1), []);
  useEffect(() => {
    // while the server checks the password, the code of what comes next is fetched
    const home = pages.find((p) => p.path === '/dashboard');
    if (passing && phase === 'out') void Promise.all([loadFrame(), home && loadPage(home)]).catch(() => {});
  }, [passing, phase, pages]);
  const settled = phase === 'in' && top !== undefined && !bare;
  const [warm, setWarm] = useState<Page | null>(null);

  // what did not come is not on its way, until it is asked for once more
  const busy = (missing || target.kind !== 'page' || ((!bare || phase === 'in') && Frame === null)) && !(missed && lost.tries === tries);
  const onAgain = missed && lost.error instanceof PartLost && lost.error.answers ? reloadHere : again;
  const part = useMemo(() => ({ error: lost?.error, onAgain }), [lost, onAgain]);
  let content: ReactNode = (
    <>
      <KnownAreas value={areas}><LostPart value={part}><PageStack stack={drawn} /></LostPart></KnownAreas>
      {warm !== null && settled && <Rehearsal key={warm.path} page={warm} />}
    </>
  );
  if (missed && drawn === shown) content = <Broken error={lost.error} onAgain={onAgain} />;
  else if (top === undefined || target.kind === 'wait') content = bare ? null : <Waiting areas={areas} path={path} />;
  return (
    <>
      <Progress busy={busy || passing} at={path} />
      <Spoken />
      <SlowNote />
      {bare ? content : Frame === null ? missed && content : <Frame areas={areas} pages={pages} top={top}>{content}</Frame>}
      {Settled !== null && <Settled top={top} areas={areas} pages={pages} viewer={settled ? viewer : null} onWarm={setWarm} />}
    </>
  );
}

/** What no other boundary catches would leave a white page; at another address it is tried again. */
function Whole({ children }: { children: ReactNode }) {
  const at = useHref();
  return <Boundary at={at}>{children}</Boundary>;
}
/** The console: address, session, frame and page. */
export function App(props: AppProps) {
  return (
    <StrictMode>
      <LocaleProvider>
        <Router hook={useHashLocation} {...(props.shellPath === undefined ? {} : { ssrPath: props.shellPath })}>
          <Whole><Outlet {...props} /></Whole>
        </Router>
      </LocaleProvider>
    </StrictMode>
  );
}
