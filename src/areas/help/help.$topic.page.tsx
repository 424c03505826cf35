import { useEffect, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { navigate, useQuery } from '../../ui/location.ts';
import type { PageProps } from '../../ui/page.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import style from './help.module.css';
import { HELP_KEYS } from './key.ts';
import { BackFromHelp, Coming, Told, useEntries, useReading } from './reading.tsx';
import { TOPICS } from './topic.ts';

/** `/help/:topic`: how things are done on one page of the console. `?part=`: the section to begin with. */
export default function HelpTopicPage({ params }: PageProps) {
  const { t } = useLingui();
  const keys = useKeyProps();
  const reading = useReading();
  const entries = useEntries();
  const viewer = useViewer();
  const query = useQuery();
  const part = query.get('part');
  const body = useRef<HTMLDivElement>(null);
  const topics = reading.topics ?? [];
  const at = topics.findIndex(({ id }) => id === params.topic);
  const topic = topics[at];
  const near = (by: number): string | undefined => (at < 0 ? undefined : topics[at + by]?.id);
  const go = (by: number): false | void => {
    const to = near(by);
    if (to === undefined) return false;
    navigate(`/help/${to}`);
  };
  useKeys([[HELP_KEYS.previous, () => go(-1)], [HELP_KEYS.next, () => go(1)]]);
  const here = topic !== undefined;
  useEffect(() => {
    if (!here || part === null) return;
    const heading = [...body.current!.querySelectorAll<HTMLElement>('h2')].find(({ id }) => id === `help-${part}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [here, part, topic]);
  const none = reading.topics !== undefined && topic === undefined;
  const title = none ? t`没有这一篇帮助` : topic?.title;
  // the words come after the page has landed; what the address calls it stays
  const named = query.has('title');
  useEffect(() => {
    if (title !== undefined && !named) document.title = document.title.replace(/^[^·]+/, `${title} `);
  }, [title, named]);
  const page = TOPICS.find(({ id }) => id === params.topic)?.at[0];
  const open = page !== undefined && viewer?.paths.includes(page) === true ? page : undefined;
  if (none) {
    return (
      <section className={style.page} aria-label={t`帮助`}>
        <BackFromHelp to="/help/index" />
        <h1 tabIndex={-1}>{title}</h1>
        <p className={style.lead}><Trans>地址写错了，或者你的角色用不到它说的页面。</Trans></p>
        <p><a className={control.button} href="#/help/index"><Trans>所有帮助</Trans></a></p>
      </section>
    );
  }
  return (
    <section className={style.page} aria-label={topic?.title ?? t`帮助`}>
      <BackFromHelp to={open ?? '/help/index'} />
      <h1 tabIndex={-1}>{topic?.title ?? t`帮助`}</h1>
      {topic === undefined ? <Coming reading={reading} /> : (
        <div className={style.columns}>
          <div ref={body} className={style.body}>
            <div className={style.lead}><Told lines={topic.lead} entries={entries} /></div>
            {open === undefined ? null : <p><a className={control.button} href={`#${open}`}><Trans>打开这个页面</Trans></a></p>}
            {topic.sections.map(({ id, title, lines }) => (
              <section key={id} className={style.part} aria-labelledby={`help-${id}`}>
                <h2 id={`help-${id}`} tabIndex={-1}>{title}</h2>
                <Told lines={lines} entries={entries} />
              </section>
            ))}
            <div className={control.actions}>
              {([[HELP_KEYS.previous, near(-1), t`上一篇`], [HELP_KEYS.next, near(1), t`下一篇`]] as const).map(([key, to, words]) => to === undefined ? null : <a key={key.id} className={`${control.button} ${control.quiet}`} href={`#/help/${to}`} {...keys(key)}>{words} <KeyCap of={key} /></a>)}
            </div>
          </div>
          <nav className={style.side} aria-label={t`所有帮助`}>
            <ul>{topics.map(({ id, title }) => <li key={id}><a href={`#/help/${id}`} aria-current={id === params.topic ? 'page' : undefined}>{title}</a></li>)}</ul>
          </nav>
        </div>
      )}
    </section>
  );
}
