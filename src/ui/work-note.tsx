import { useSyncExternalStore } from 'react';
import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { announce } from './announce.tsx';
import { KeyCap } from './bound-key.tsx';
import { Ask } from './dialog.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { currentI18n } from './language.tsx';
import control from './style/control.module.css';
import style from './toast.module.css';
import { answerCut, asksCut, subscribeWork, workNow } from './work.ts';

/** How far what goes on in the background is, with the way back to it; and the question before it is cut. Not spoken at each step: it is one word after the other. */
export function WorkNote() {
  const work = useSyncExternalStore(subscribeWork, workNow, () => null);
  const asks = useSyncExternalStore(subscribeWork, asksCut, () => false);
  if (work === null) return null;
  const cut = (): void => {
    announce(currentI18n()._(msg`做完这一张就退出`));
    answerCut(true);
  };
  return (
    <>
      {work.away && <div className={style.work}><span>{work.words}</span> <span className={style.way}><KeyCap of={OWN_KEYS.palette} /> <Trans>看进度</Trans></span></div>}
      {asks && (
        <Ask title={<Plural value={work.left} other="还有 # 张没有办完" />} text={<Trans>现在退出，没有办的就不办了；已经办完的不会撤销。</Trans>} onCancel={() => answerCut(false)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => answerCut(false)}><Trans>继续办完</Trans></button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={cut}><Trans>停下并退出</Trans></button>
        </Ask>
      )}
    </>
  );
}
