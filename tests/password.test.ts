import { expect, test } from 'vitest';
import { passwordFault } from '../src/host/password.ts';

// What of a password is the account's own name counts for nothing: four other characters are the least.
test.each([
  ['nwrds44nwrds44', 'nwrds44'], ['nwre8zex', 'nwre8ze'], ['NWRDS44-44', 'nwrds44'], ['nwrds44xyz', 'Nwrds44'], ['xNwRdS44y1', 'nwrds44'],
  // what is left is the name again
  ['nwrnwrds44ds44x', 'nwrds44'], ['张三丰张三丰张三丰', '张三丰'], ['ops.ops.ops.', 'ops'],
])('%s is guessed from %s', (password, username) => expect(passwordFault(password, username)).toBe('common'));
test.each([['nwrds44-reef', 'nwrds44'], ['Reef-nwrds44-9', 'nwrds44'], ['Other-reef-2026', 'e'], ['xNwRdS44y12-', 'nwrds44']])('%s is not guessed from %s', (password, username) => expect(passwordFault(password, username)).toBeNull());

// from the heads of the public lists: rows, columns and steps of a keyboard, digits, repeats, birthdays and phones
test.each(
  `1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 1qaz2wsx !QAZ2wsx 1qaz@WSX 1qazxsw2 zaq12wsx qwer1234 1234qwer asdfqwer a1b2c3d4 1a2b3c4d 11223344 12341234 12344321 123454321 123456123456
  1234567891 12345678910 147258369 147852369 789456123 987456321 31415926 5201314520 13145200 19851225 13800138000 qwe123qwe abc123abc wang1234 xiaoxiao wo123456 a123456789 123456789a
  Qwer-1234! Aa123456! 1q2w3e4r! 1985-12-25 138-0013-8000 +8613800138000 １２３４５６７８ 1qaz2wsx3edc love1314 !@#$%^&*() aabbccddee 147147258258`.trim().split(/\s+/),
)('%s is known to whoever guesses', (password) => expect(passwordFault(password, 'zhang.san')).toBe('common'));
test.each(['Test-2026-pass', 'Nurse#Ward42', 'Tide-pool-2026', 'correct horse battery', '一只安静的刺猬 7', '海上明月共潮生啊', 'k#9$m!2^', 'Zx9!kq123t', 'Wang-1985-reef', '602947183526', 'Strong1234', 'ward7bed12a'])('%s is nobody\'s guess', (password) => expect(passwordFault(password, 'zhang.san')).toBeNull());
