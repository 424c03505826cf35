// What console tests need before they start.
import { afterEach } from 'vitest';
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
