// What console tests need before they start.
import { afterEach } from 'vitest';
import { cleanup, configure } from '@testing-library/react';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
// a busy machine may take long over what comes in the end
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);
