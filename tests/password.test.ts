import { expect, test } from 'vitest';
import { passwordFault } from '../src/host/password.ts';

// What of a password is the account's own name counts for nothing: four other characters are the least.
test.each([
  ['nwrds44nwrds44', 'nwrds44'], ['nwre8zex', 'nwre8ze'], ['NWRDS44-44', 'nwrds44'], ['nwrds44xyz', 'Nwrds44'], ['xNwRdS44y1', 'nwrds44'],
  // what is left is the name again
  ['nwrnwrds44ds44x', 'nwrds44'], ['张三丰张三丰张三丰', '张三丰'], ['ops.ops.ops.', 'ops'],
])('%s is guessed from %s', (password, username) => expect(passwordFault(password, username)).toBe('common'));
test.each([['nwrds44-reef', 'nwrds44'], ['Reef-nwrds44-9', 'nwrds44'], ['Other-reef-2026', 'e'], ['xNwRdS44y12-', 'nwrds44']])('%s is not guessed from %s', (password, username) => expect(passwordFault(password, username)).toBeNull());
