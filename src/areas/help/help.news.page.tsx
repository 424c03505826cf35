import { useEffect } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { seeNews, useHelpMark } from '../../ui/help-mark.ts';
import style from './help.module.css';
import { BackFromHelp, Coming, Told, useEntries, useReading } from './reading.tsx';

/** `/help/news`: what is new, the newest first. Who has it on the screen has seen it. */
export default function NewsPage() {
  const { t } = useLingui();
  const format = useFormat();
  const reading = useReading();
  const entries = useEntries();
  const known = useHelpMark() !== null;
  const shown = reading.news !== undefined;
  useEffect(() => {
    if (shown && known) seeNews();
  }, [shown, known]);
  return (
    <section className={style.page} aria-label={t`新变化`}>
      <BackFromHelp to="/help/index" />
      <h1 tabIndex={-1}><Trans>新变化</Trans></h1>
      {reading.news === undefined ? <Coming reading={reading} /> : (
        <div className={style.body}>
          {reading.news.sections.map(({ id, title, day, lines }) => (
            <section key={id} className={style.part} aria-labelledby={`news-${id}`}>
              <h2 id={`news-${id}`}>{title}</h2>
              {day === null ? null : <time className={style.day} dateTime={day}>{format.day(day)}</time>}
              <Told lines={lines} entries={entries} />
            </section>
          ))}
        </div>
      )}
    </section>
  );
}
