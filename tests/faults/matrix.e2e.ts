// Every fault on every page: never a white page, never an endless loop, never what nobody caught, one dialog at most.
import { expect, provoke, test } from '../browser/test.ts';
import { FAULTS } from './fault.ts';
import { ground, walk } from './scene.ts';

for (const fault of FAULTS)
  test(fault.name, async ({ browser }) => {
    // each cell has a verdict of its own
    provoke(/./);
    expect(await walk(browser, fault, (await ground(browser)).stops)).toEqual([]);
  });
