import { StrictMode, useCallback, useEffect, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Router, useRouter } from 'wouter';
import type { Area } from '../kernel/area.ts';
import { splitHref } from '../kernel/href.ts';
import { fetchAhead } from './ahead.ts';
import { Broken, Unreached } from './boundary.tsx';
import { LocaleProvider, wantWholeCatalog } from './language.tsx';
import { navigate, useHashLocation, useHref } from './location.ts';
import { loadPage, pageView, reloadOnce, serverAnswers, type Page } from './page.ts';
import { PageStack, Rehearsal, type Shown } from './page-stack.tsx';
import { Progress } from './progress.tsx';
import { pageAt, resolve, LOGIN } from './route.ts';
import { usePhase, useSessionBusy, useViewer } from './session.ts';
import { useLanding } from './title.ts';
import { Waiting } from './waiting.tsx';

type FrameView = ComponentType<{ areas: readonly Area[]; children: ReactNode }>;
let Frame: FrameView | null = null;
/** Fetches the frame: it and what hangs on it stay out of the login page's first load. */
export async function loadFrame(): Promise<void> {
  const [frame] = await Promise.all([import(/* webpackChunkName: "frame" */ './frame.tsx'), wantWholeCatalog()]);
  Frame = frame.default;
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
  const phase = usePhase();
  const viewer = useViewer();
  // a sign-in or a sign-out is under way
  const passing = useSessionBusy();
  const [stack, setStack] = useState<readonly Shown[]>([]);
  const [, setArrived] = useState(0);
  const [tries, setTries] = useState(0);
  const [lost, setLost] = useState<{ path: string; answers: boolean } | null>(null);

  const path = splitHref(href)[0];
  const target = resolve(href, { parser, pages, phase, viewer });
  const bare = target.kind === 'page' ? target.page.path === LOGIN : phase === 'out';
  const page = target.kind === 'page' ? target.page : target.kind === 'absent' ? pages.find((p) => p.path === '/404') : undefined;
  const View = page && pageView(page);
  const missing = page !== undefined && View === undefined;

  // what was shown stays until the next page's code is here; a page that is kept alive stays longer
  let shown = stack;
  if (phase === 'out' && stack.some((s) => s.page.path !== LOGIN)) shown = [];
  // /redirect/… is how a page that is kept alive is made anew
  if (target.kind === 'redirect' && path.startsWith('/redirect/') && shown.some((s) => s.key === splitHref(target.to)[0])) shown = shown.filter((s) => s.key !== splitHref(target.to)[0]);
  if (page !== undefined && View !== undefined) {
    const params = target.kind === 'page' ? target.params : {};
    const cached = page.path === '/dashboard' || viewer?.allowed.cached.includes(page.path) === true;
    const top = shown.at(-1);
    // the same page at an address below its own is that page with something over it: it stays, and gets the focus back
    const over = top?.View === View && (`${path}/`.startsWith(`${splitHref(top.href)[0]}/`) || `${splitHref(top.href)[0]}/`.startsWith(`${path}/`));
    const key = cached ? page.path : over ? top.key : path;
    if (top?.key !== key || top.href !== href) shown = [...shown.filter((s) => s.cached && s.key !== key), { key, page, View, params, href, cached }];
  }
  if (shown !== stack) setStack(shown);
  const top = shown.at(-1);

  useLayoutEffect(() => {
    if (target.kind !== 'redirect') return;
    navigate(target.to, { replace: true });
  });
  useEffect(() => {
    // its code is fetched while the server is still asked whether this person may open it
    const next = page ?? pageAt(parser, pages, path)?.page;
    const here = next !== undefined && pageView(next) === undefined ? loadPage(next) : null;
    const around = !bare && Frame === null ? loadFrame() : null;
    if (here === null && around === null) return;
    let gone = false;
    Promise.all([here, around]).then(
      () => {
        if (gone) return;
        setLost(null);
        setArrived((n) => n + 1);
      },
      async () => {
        // only a server that answers can have a newer console; without one a reload would throw away what is open
        const answers = await serverAnswers();
        if (gone || (answers && reloadOnce())) return;
        setLost({ path, answers });
      },
    );
    return () => {
      gone = true;
    };
  }, [page, pages, parser, bare, path, tries]);
  const again = useCallback(() => setTries((n) => n + 1), []);
  useEffect(() => {
    // while the server checks the password, the code of what comes next is fetched
    const home = pages.find((p) => p.path === '/dashboard');
    if (passing && phase === 'out') void Promise.all([loadFrame(), home && loadPage(home)]).catch(() => {});
  }, [passing, phase, pages]);
  const settled = phase === 'in' && top !== undefined && !bare;
  const [warm, setWarm] = useState<Page | null>(null);
  useEffect(() => {
    if (!settled || viewer === null) return;
    const end = fetchAhead(pages, areas, viewer, setWarm);
    return () => {
      end();
      setWarm(null);
    };
  }, [settled, pages, areas, viewer]);
  useLanding({ top, areas });

  const busy = missing || target.kind !== 'page' || (!bare && Frame === null);
  const missed = lost?.path === path;
  let content: ReactNode = (
    <>
      {missed && <Unreached onAgain={again} />}
      <PageStack stack={shown} />
      {warm !== null && settled && <Rehearsal key={warm.path} page={warm} />}
    </>
  );
  if (missed && (lost.answers || top === undefined)) content = <Broken onAgain={lost.answers ? () => location.reload() : again} />;
  else if (top === undefined || target.kind === 'wait') content = bare ? null : <Waiting areas={areas} path={path} />;
  return (
    <>
      <Progress busy={busy || passing} />
      {bare ? content : Frame === null ? missed && content : <Frame areas={areas}>{content}</Frame>}
    </>
  );
}

/** The console: address, session, frame and page. */
export function App(props: AppProps) {
  return (
    <StrictMode>
      <LocaleProvider>
        <Router hook={useHashLocation} {...(props.shellPath === undefined ? {} : { ssrPath: props.shellPath })}>
          <Outlet {...props} />
        </Router>
      </LocaleProvider>
    </StrictMode>
  );
}
