import { Activity, memo, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { Boundary } from './boundary.tsx';
import { PageAddress } from './location.ts';
import { pageView, type Page, type PageProps } from './page.ts';
import style from './page-stack.module.css';

/** A page that is drawn: the visible one is the last, those before it are kept alive out of sight. */
export interface Shown {
  key: string;
  page: Page;
  View: ComponentType<PageProps>;
  params: Record<string, string>;
  /** The address it was last shown at. */
  href: string;
  cached: boolean;
}
const One = memo(function One({ View, params, href, within }: Pick<Shown, 'View' | 'params' | 'href'> & { within: string }) {
  return (
    <PageAddress value={href}>
      <Boundary key={within}>
        <View params={params} />
      </Boundary>
    </PageAddress>
  );
});

/**
 * Draws the pages. Activity keeps the state of the hidden ones and stops their effects. The visible page is the first in the
 * document: whoever reads it in order, man or machine, meets what is shown before what is not.
 */
export function PageStack({ stack }: { stack: readonly Shown[] }) {
  return stack.toReversed().map((shown, i) => (
    <Activity key={shown.key} mode={i === 0 ? 'visible' : 'hidden'}>
      <div className={style.page} data-page={shown.key}>
        <One View={shown.View} params={shown.params} href={shown.href} within={shown.key} />
      </div>
    </Activity>
  ));
}

/** A page drawn once at idle times, outside the document and without its effects, so without a call: what runs for the second time runs in half the time. */
export function Rehearsal({ page }: { page: Page }) {
  const [stage] = useState(() => document.createElement('div'));
  const View = pageView(page);
  return View === undefined ? null : createPortal(<Activity mode="hidden"><One View={View} params={NOBODY} href={page.path} within={page.path} /></Activity>, stage);
}
const NOBODY = {};
