import { createRoot, hydrateRoot } from 'react-dom/client';
import './ui/style/token.css';
import './ui/style/base.css';
import { areas, pages } from './areas.gen.ts';
import { askMustChange } from './areas/account/client.ts';
import { loadDictionary } from './areas/dictionary/client.ts';
import { sessionServer } from './areas/session/client.ts';
import { App, loadFrame } from './ui/app.tsx';
import { startDictionaries } from './ui/dictionary.ts';
import { startDrafts } from './ui/draft.ts';
import { startMustChange } from './ui/must-change.ts';
import { loadPage } from './ui/page.ts';
import { LOGIN } from './ui/route.ts';
import { startSession } from './ui/session.ts';
import { startSettings } from './ui/setting.ts';

const root = document.getElementById('root')!;
// the boot script names the shell it put in place; none in `npm run dev`, which prerenders nothing
const shellPath = root.dataset.path;
const login = pages.find((page) => page.path === LOGIN)!;

startSession(sessionServer);
startDictionaries(loadDictionary);
startMustChange(askMustChange);
startDrafts();
// hydration meets the very components the shell was made with, so nothing flashes
const shell = shellPath === LOGIN ? loadPage(login) : shellPath === undefined ? null : loadFrame();
await Promise.all([shell, startSettings()]);

const app = <App areas={areas} pages={pages} shellPath={shellPath} />;
if (shellPath === undefined) createRoot(root).render(app);
else hydrateRoot(root, app, { onRecoverableError: (error) => console.error('hydration:', error) });
