import { lazy, startTransition, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { Drawer } from '../../src/ui/drawer.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { VerbForm } from '../../src/ui/verb-form.tsx';

// A form's field has the cursor as soon as one sees it, whatever haste React had: here nothing is flushed for the test.
const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
const before = world.IS_REACT_ACT_ENVIRONMENT;
afterEach(() => void (world.IS_REACT_ACT_ENVIRONMENT = before));
const nobody = (): void => {};
const form = <VerbForm busy={false} said={null} conflict={null} action="评价" first="overall" leave={nobody} onSubmit={nobody}><select name="carer" aria-label="护工" /><input name="overall" aria-label="总体" /></VerbForm>;

test.each([['comes with its drawer', false], ['comes later than its drawer', true]])('the field that has the cursor first has it once the form is there, which %s', async (_, late) => {
  world.IS_REACT_ACT_ENVIRONMENT = false;
  const at = document.body.appendChild(document.createElement('div'));
  const root = createRoot(at);
  const seen = new Promise<string | null>((done) => {
    new MutationObserver(() => {
      if (at.querySelector('form') !== null) done(document.activeElement?.getAttribute('name') ?? null);
    }).observe(at, { childList: true, subtree: true });
  });
  const Late = lazy(() => new Promise<{ default: () => typeof form }>((done) => void setTimeout(done, 60, { default: () => form })));
  startTransition(() => root.render(<LocaleProvider><Drawer title="评价" onClose={nobody}>{() => (late ? <Suspense fallback={null}><Late /></Suspense> : form)}</Drawer></LocaleProvider>));
  expect(await seen).toBe('overall');
  root.unmount();
  at.remove();
});
