import { Suspense, useEffect } from 'react';
import { msg } from '@lingui/core/macro';
import { fetchPart, late } from '../fetch-part.ts';
import { Fetched } from '../fetched.tsx';
import { currentI18n, LANGUAGES } from '../language.tsx';
import { useViewer } from '../session.ts';
import { setSetting, useLostLanguage, useSetting } from '../setting.ts';
import { followAccount } from '../setting-account.ts';
import { toast } from '../toast.tsx';
import { useLeft } from '../use-left.ts';
import { closeSettings, useOpenedSettings } from './open.ts';

// opened late, when the server is back, it would take the focus from whatever one does then
const loadDrawer = () => fetchPart(() => import(/* webpackChunkName: "setting" */ './setting.drawer.tsx'));
const Watermark = late(() => import(/* webpackChunkName: "watermark" */ '../watermark.tsx'));

/** Settings of who is signed in: they follow the account, the drawer has its place, and the watermark is drawn. The frame holds exactly one. */
export function SettingHost() {
  const viewer = useViewer();
  const opened = useOpenedSettings();
  useLeft(opened !== null, closeSettings);
  const marked = useSetting('watermarkEnabled');
  const lost = useLostLanguage();
  // who has to change a password first may read nothing of their own yet
  const person = viewer?.allowed.mustChange === true ? undefined : viewer?.userId;
  useEffect(() => (person === undefined ? undefined : followAccount(person)), [person]);
  useEffect(() => {
    if (lost?.kept !== true) return;
    const { language } = lost;
    const name = LANGUAGES[language];
    // the drawer says it itself
    toast({ words: currentI18n()._(msg`没有取到 ${name} 的文字，语言没有变。检查网络后再试。`), again: () => setSetting('language', language) });
  }, [lost]);
  return viewer === null ? null : (
    <>
      <Suspense>{marked && <Watermark name={`${viewer.nickname} ${viewer.username}`.trim()} person={viewer.userId} />}</Suspense>
      {opened !== null && <Fetched load={loadDrawer} onLost={closeSettings}>{(Drawer) => <Drawer at={opened.at} onClose={closeSettings} />}</Fetched>}
    </>
  );
}
