// Every fault of the network on forms that are filled in: nothing typed is lost, nothing is done twice.
import { expect, provoke, test } from '../browser/test.ts';
import { FAULTS } from './fault.ts';
import { sendAll, strikesForm } from './form.ts';

for (const fault of FAULTS.filter(strikesForm))
  test(`form, ${fault.name}`, async ({ browser }) => {
    provoke(/./);
    expect(await sendAll(browser, fault)).toEqual([]);
  });
