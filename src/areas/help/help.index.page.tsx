import { Trans, useLingui } from '@lingui/react/macro';
import { OwnKeys, useKeyProps } from '../../ui/bound-key.tsx';
import { OWN_COMMANDS } from '../../ui/command.ts';
import { startTour, useUnseenNews } from '../../ui/help-mark.ts';
import { toggleHelp } from '../../ui/help-state.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { useSetting } from '../../ui/setting.ts';
import control from '../../ui/style/control.module.css';
import { BackFromHelp, Coming, useReading } from './reading.tsx';
import style from './help.module.css';

const SHEET = OWN_COMMANDS.find(({ id }) => id === 'help')!;
/** `/help/index`: the contents. */
export default function HelpPage() {
  const { t } = useLingui();
  const keys = useKeyProps();
  const reading = useReading();
  const unseen = useUnseenNews();
  const narrow = useSetting('device') === 'mobile';
  return (
    <section className={style.page} aria-label={t`帮助`}>
      <BackFromHelp to="/dashboard" />
      <h1 tabIndex={-1}><Trans>帮助</Trans></h1>
      <p className={style.lead}><Trans>按 <OwnKeys of={OWN_KEYS.palette} />，先键入 ?，再键入想做的事，就能找到说明。</Trans></p>
      <div className={control.actions}>
        {narrow ? null : <button type="button" className={control.button} onClick={startTour}><Trans>入门五步</Trans></button>}
        <button type="button" className={control.button} aria-haspopup="dialog" {...keys(SHEET)} onClick={toggleHelp}><Trans>快捷键一览</Trans></button>
        <a className={control.button} href="#/help/news" data-unseen={unseen}>{unseen ? t`新变化，有没看过的` : t`新变化`}</a>
      </div>
      {reading.topics === undefined ? <Coming reading={reading} /> : (
        <ul className={style.contents}>
          {reading.topics.map(({ id, title, sections }) => (
            <li key={id}>
              <h2><a href={`#/help/${id}`}>{title}</a></h2>
              <ul className={style.parts}>{sections.map((one) => <li key={one.id}><a href={`#/help/${id}?part=${one.id}`}>{one.title}</a></li>)}</ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
