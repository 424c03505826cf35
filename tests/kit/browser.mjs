// Which Chromium the browser tests use: $CHROMIUM_PATH, a system browser, else Debian's, installed. Its absence is an error, never a skip.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What Playwright switches off, which a list of one's own replaces, and the address bar's popups: pages of their own that cost a second of the processor per window. */
const OFF = 'AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch WebUIOmniboxPopup WebUIOmniboxFullPopup WebUIOmniboxAimPopup';
export const launchArgs = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--disable-features=${OFF.replaceAll(' ', ',')}`];
const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** Path of the browser, or throws. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH=${named} does not exist`);
  return named ?? system.find((p) => existsSync(p)) ?? null;
}
/** Has Debian's package manager install what is missing, where there is one and we may. */
export function install(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env });
}
export function ensureBrowser() {
  const found = findBrowser();
  if (found !== null) return found;
  install('chromium', 'fonts-noto-cjk');
  const now = findBrowser();
  if (now === null) throw new Error('no Chromium: install one or set CHROMIUM_PATH');
  return now;
}
