import { useLingui } from '@lingui/react/macro';
import { Fetched } from '../fetched.tsx';
import { fetchPart } from '../fetch-part.ts';
import type { TagsProps } from './props.ts';
import style from './tags.module.css';

/** The tabs' place; they are fetched where the settings want them. */
export function Tags(props: TagsProps) {
  const { t } = useLingui();
  return (
    <nav className={style.place} aria-label={t`标签页`}>
      <Fetched load={() => fetchPart(() => import(/* webpackChunkName: "tags" */ './tag-bar.tsx'))}>{(TagBar) => <TagBar {...props} />}</Fetched>
    </nav>
  );
}
