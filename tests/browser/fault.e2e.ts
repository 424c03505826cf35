// A small part of `npm run test:faults` (tests/faults), kept with every test: the list with one of each kind of fault, and one form whose answer is lost.
import { FAULTS } from '../faults/fault.ts';
import { sendAll, strikesForm } from '../faults/form.ts';
import { ground, walk } from '../faults/scene.ts';
import { expect, provoke, test } from './test.ts';

const PAGE = '/order/index';
// of each way in which something can be wrong, one
const SMALL = FAULTS.filter(({ name }) => /^(server (dead|slow)|other JSON|result \{\}|items of wrong types|HTML 502(, from the start)?|truncated JSON|401 storm|offline|two tabs, two roles|20 moves while loading|storage (full|forbidden|corrupt: JSON)|clock a year ahead|chunk (404|is HTML)|hostile texts|nothing where nothing may be)$/.test(name));

for (const fault of SMALL)
  test(`never a white page nor an endless loop: ${fault.name}`, async ({ browser }) => {
    // the verdict is its own
    provoke(/./);
    const stops = (await ground(browser)).stops.filter(({ path }) => path === PAGE);
    expect(stops.length).toBe(1);
    expect(await walk(browser, fault, stops)).toEqual([]);
  });
for (const fault of FAULTS.filter(strikesForm).filter(({ name }) => /^(server dead|401 storm)$/.test(name)))
  test(`what is typed stays, and is sent once: ${fault.name}`, async ({ browser }) => {
    provoke(/./);
    expect(await sendAll(browser, fault, ['/profile'])).toEqual([]);
  });
