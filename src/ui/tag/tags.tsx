import { Fetched } from '../fetched.tsx';
import { fetchPart } from '../fetch-part.ts';
import type { TagsProps } from './props.ts';
import style from './tags.module.css';

const nothing = (): void => {};
/** The tabs' place; they are fetched where the settings want them. */
export function Tags(props: TagsProps) {
  return (
    <div className={style.place}>
      <Fetched load={() => fetchPart(() => import(/* webpackChunkName: "tags" */ './tag-bar.tsx'))} onLost={nothing}>{(TagBar) => <TagBar {...props} />}</Fetched>
    </div>
  );
}
