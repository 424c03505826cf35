import { createRoot, hydrateRoot } from 'react-dom/client';
import './ui/style/token.css';
import './ui/style/base.css';
import { areas, pages } from './areas.gen.ts';
import { loadDictionary } from './areas/dictionary/client.ts';
import { ownClient, ownKeyMemory } from './areas/own/client.ts';
import { serverMemory } from './areas/view/client.ts';
import { sessionServer } from './areas/session/client.ts';
import { App, loadFrame } from './ui/app.tsx';
import { setDictionarySource } from './ui/dictionary-source.ts';
import { setKeyMemory } from './ui/keyboard.ts';
import { setListMemory } from './ui/list/memory-source.ts';
import { loadPage } from './ui/page.ts';
import { setOwnMemory } from './ui/palette/memory-source.ts';
import { LOGIN } from './ui/route.ts';
import { startSession } from './ui/session.ts';
import { startSettings } from './ui/setting.ts';
import { draftsWait } from './ui/vault.ts';

const root = document.getElementById('root')!;
// the boot script names the shell it put in place; none in `npm run dev`, which prerenders nothing
const shellPath = root.dataset.path;
const login = pages.find((page) => page.path === LOGIN)!;

startSession(sessionServer);
setDictionarySource(loadDictionary);
setListMemory(serverMemory);
setOwnMemory(ownClient);
setKeyMemory(ownKeyMemory);
// hydration meets the very components the shell was made with, so nothing flashes
const shell = shellPath === LOGIN ? loadPage(login) : shellPath === undefined ? null : loadFrame();
// what waits for its writer to sign in again (ui/draft.ts) is rare, and has no room in the first load
const drafts = draftsWait() ? import(/* webpackChunkName: "draft" */ './ui/draft.ts').then((draft) => draft.startDrafts(), () => {}) : null;
await Promise.all([shell, startSettings(), drafts]);

const app = <App areas={areas} pages={pages} shellPath={shellPath} />;
if (shellPath === undefined) createRoot(root).render(app);
else hydrateRoot(root, app, { onRecoverableError: (error) => console.error('hydration:', error) });
