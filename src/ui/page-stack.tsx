import { Activity, memo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Boundary } from './boundary.tsx';
import { PageAddress } from './location.ts';
import { pageView, type Page } from './page.ts';
import style from './page-stack.module.css';
import type { Shown, Stack } from './stack.ts';

const One = memo(function One({ View, params, href, within }: Pick<Shown, 'View' | 'params' | 'href'> & { within: string }) {
  return (
    <PageAddress value={href}>
      <Boundary key={within} at={href}>
        <View params={params} />
      </Boundary>
    </PageAddress>
  );
});

/**
 * Draws the pages. Activity keeps the state of the hidden ones and stops their effects. The visible page is the first in the
 * document: whoever reads it in order, man or machine, meets what is shown before what is not.
 */
export function PageStack({ stack }: { stack: Stack }) {
  return stack.toReversed().map((shown, i) => (
    <Activity key={`${shown.key} ${shown.round}`} mode={i === 0 ? 'visible' : 'hidden'}>
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
