import { useEffect, useState } from 'react';
import { msg } from '@lingui/core/macro';
import type { Viewer, Words } from '../../kernel/area.ts';
import { helpSource, type HelpTopic } from '../help-source.ts';
import { useLanguage } from '../language.tsx';
import { match } from './match.ts';
import type { Group, Row } from './rank.ts';
import type { Question } from './results.ts';

const NONE: readonly HelpTopic[] = [];
const TITLE = msg`帮助`;
/** At most this many of what was typed. */
const MOST = 12;
/** What help tells this person, in the language in use; none until it is `wanted`, as long as it is on its way, and when it does not come. */
export function useHelpTopics(viewer: Viewer, wanted: boolean): readonly HelpTopic[] {
  const language = useLanguage();
  const [topics, setTopics] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    helpSource()?.topics(viewer).then((all) => gone || setTopics(all), () => {});
    return () => void (gone = true);
  }, [viewer, wanted, language]);
  return wanted ? topics : NONE;
}
/** The group of what help tells of what was typed; before typing its pages. Nothing where help is not looked for. */
export function topicGroups(topics: readonly HelpTopic[], { scope, spelled }: Question, say: (words: Words) => string): Group[] {
  if (scope !== 'help' || topics.length === 0) return [];
  const found = topics.flatMap((topic) => {
    if (spelled === '') return topic.whole ? [{ topic, marks: [], tier: 0 }] : [];
    const hit = match(spelled, topic.title, topic.keywords);
    return hit === null ? [] : [{ topic, marks: hit.marks, tier: hit.tier === 'spread' ? 2 : Number(hit.tier === 'loose') }];
  }).sort((a, b) => a.tier - b.tier);
  const shown = spelled === '' ? found : found.slice(0, MOST);
  // what is drawn is the row's title: the words are help's own and in no catalogue
  const rows = shown.map(({ topic: { id, title, to }, marks }): Row => ({ id: `help:${id}`, title, marks, kind: 'jump', jump: { id: `help:${id}`, title: TITLE, icon: 'question', to } }));
  return rows.length === 0 ? [] : [{ id: 'topic', heading: say(TITLE), rows, pending: false, cut: found.length > shown.length }];
}
