import { act } from '@testing-library/react';
import { partsUnderWay } from '../../src/ui/fetch-part.ts';

/** Until no part of the console is being fetched, and twelve turns more: a busy machine may take its time over a module. */
export const settle = () => act(async () => {
  for (let calm = 0; calm < 12; calm = partsUnderWay() === 0 ? calm + 1 : 0) await new Promise((r) => setTimeout(r));
});
