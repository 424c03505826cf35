import { createRoot, hydrateRoot } from 'react-dom/client';
import './ui/style/token.css';
import './ui/style/base.css';
import { area as loginArea } from './areas/session/area.ts';
import { sessionServer } from './areas/session/client.ts';
import type { Area } from './kernel/area.ts';
import { firstPages } from './first-pages.gen.ts';
import { App, loadFrame, setBeside } from './ui/app.tsx';
import { fetchPart } from './ui/fetch-part.ts';
import { loadPage, type Page } from './ui/page.ts';
import { LOGIN } from './ui/route.ts';
import { startSession } from './ui/session.ts';
import { startSettings } from './ui/setting.ts';
import { draftsWait } from './ui/vault.ts';

const root = document.getElementById('root')!;
// the boot script names the shell it put in place; none in `npm run dev`, which prerenders nothing
const shellPath = root.dataset.path;
const pages: Page[] = [...firstPages];
const login = pages.find((page) => page.path === LOGIN)!;
// filled before the frame is drawn; what an area gives the kit (`setDictionarySource` and the like) is wired in inside.ts
const areas: Area[] = [loginArea];
setBeside(async () => {
  const inside = await fetchPart(() => import(/* webpackChunkName: "frame" */ './inside.ts'), true);
  areas.splice(0, areas.length, ...inside.areas);
  // those that are here already may be on the stack
  pages.push(...inside.pages.filter(({ path }) => !pages.some((page) => page.path === path)));
});

startSession(sessionServer);
// hydration meets the very components the shell was made with, so nothing flashes
const shell = shellPath === LOGIN ? loadPage(login) : shellPath === undefined ? null : loadFrame();
// what waits for its writer to sign in again (ui/draft.ts) is rare, and has no room in the first load
const drafts = draftsWait() ? fetchPart(() => import(/* webpackChunkName: "draft" */ './ui/draft.ts')).then((draft) => draft.startDrafts(), () => {}) : null;
// no await on this level: it is the bundler's most costly way to start a module
void Promise.all([shell, startSettings(), drafts]).then(
  () => {
    const app = <App areas={areas} pages={pages} shellPath={shellPath} />;
    if (shellPath === undefined) createRoot(root).render(app);
    else hydrateRoot(root, app, { onRecoverableError: (error) => console.error('hydration:', error) });
    dispatchEvent(new Event('boot-here'));
  },
  (error: unknown) => {
    // neither words nor frame are here to say so: boot.js has both
    dispatchEvent(new Event('boot-lost'));
    throw error;
  },
);
