import type { Area } from '../../kernel/area.ts';
import type { Page } from '../page.ts';
import type { SignedIn } from '../session.ts';
import type { Shown } from '../stack.ts';

/** What the tabs are made of: `top` is the page that is shown. */
export interface TagsProps {
  areas: readonly Area[];
  pages: readonly Page[];
  top: Shown | undefined;
  viewer: SignedIn;
}
