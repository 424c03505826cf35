// What console tests need before they start.
import { afterAll, afterEach, vi } from 'vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const { asyncWrapper } = getConfig();
// fake clocks, which come later, do not stand still for it
const soon = globalThis.setImmediate;
/** What was found is on the page a moment before React has run its effects: of a busy machine, the test would come between. */
const effects = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((done) => void soon(done));
};
configure({
  // a busy machine may take long over what comes in the end
  asyncUtilTimeout: 20_000,
  asyncWrapper: (find) =>
    asyncWrapper(async () => {
      const found = await find();
      await effects();
      return found;
    }),
});
afterEach(cleanup);
/** What the file has begun by these; a page's end ends its clocks, and so does the end of a file: the window is gone a moment before its process is. */
const begun = new Set<NodeJS.Timeout>();
for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin = globalThis[name] as unknown as (...given: unknown[]) => NodeJS.Timeout;
  Object.assign(globalThis, { [name]: Object.assign((...given: unknown[]) => {
    const one = begin(...given);
    begun.add(one);
    return one;
  }, begin) });
}
afterAll(async () => {
  // code that is on its way comes, and finds the page there
  await vi.dynamicImportSettled();
  await effects();
  for (const one of begun) clearTimeout(one);
});
