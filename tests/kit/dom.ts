// What console tests need before they start.
import { afterEach } from 'vitest';
import { cleanup, configure } from '@testing-library/react';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
// what is lazily loaded comes when the machine has time for it: a wait ends as soon as it is there
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
