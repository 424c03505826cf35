// Files of one thread share the server's modules (vitest.config.ts): each leaves its limits and its clock as the next shall find them.
import { afterAll, vi } from 'vitest';
import { LIMITS } from '../../src/host/limit.ts';
import { PACE } from '../../src/host/upload.ts';

const shared: readonly object[] = [...Object.values(LIMITS), PACE];
const before = shared.map((one) => ({ ...one }));
afterAll(() => {
  shared.forEach((one, at) => void Object.assign(one, before[at]));
  vi.useRealTimers();
});
