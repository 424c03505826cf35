import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { KEY, forgetSession, keepSession, readVault } from '../../src/ui/vault.ts';

const person = { userId: '7', username: 'ops', nickname: '小周', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list'] };
const kept = { token: 't', refreshToken: 'r', expiresAt: 5, person, remember: true };
beforeEach(() => {
  forgetSession();
  localStorage.clear();
  sessionStorage.clear();
});

test('what is kept is read again', () => {
  keepSession(kept);
  expect(readVault()).toEqual(kept);
  keepSession({ ...kept, remember: false });
  expect([localStorage.getItem(KEY.person), readVault()]).toEqual([null, { ...kept, remember: false }]);
});
test('user info in which one part is not what it should be counts as none: the server is asked', () => {
  for (const name of ['userId', 'username', 'nickname', 'role', 'roles', 'perms', 'avatar', 'refreshToken', 'expiresAt']) {
    for (const value of [{ a: 1 }, [{}], true, ...(name === 'role' || name === 'expiresAt' ? ['9'] : [5]), ...(['avatar', 'refreshToken', 'expiresAt'].includes(name) ? [] : [null, undefined])]) {
      localStorage.setItem(KEY.token, 't');
      localStorage.setItem(KEY.person, JSON.stringify({ ...person, token: 't', refreshToken: 'r', expiresAt: 5, [name]: value }));
      expect([name, value, readVault()?.person]).toEqual([name, value, null]);
    }
  }
});
test('user info that belongs to another token is nobody’s here, wherever it lies: whoever has the token is asked for anew', () => {
  for (const store of [localStorage, sessionStorage]) {
    localStorage.clear();
    sessionStorage.clear();
    store.setItem(KEY.person, JSON.stringify({ ...person, token: 'before', refreshToken: 'r', expiresAt: 5 }));
    localStorage.setItem(KEY.token, 't');
    expect(readVault()).toEqual({ token: 't', refreshToken: null, expiresAt: null, person: null, remember: false });
  }
  // what another window keeps for itself does not stand in the way of what is remembered
  sessionStorage.setItem(KEY.person, JSON.stringify({ ...person, token: 't', refreshToken: 'r', expiresAt: 5 }));
  localStorage.setItem(KEY.person, JSON.stringify({ ...person, token: 'before', refreshToken: 'r', expiresAt: 5 }));
  expect(readVault()).toEqual({ ...kept, remember: false });
});
test.each([['access_token', 't'], ['no access_token', null]])('user info that cannot be parsed goes from both storages, with %s', (_how, token) => {
  if (token !== null) localStorage.setItem(KEY.token, token);
  localStorage.setItem(KEY.person, '{');
  sessionStorage.setItem(KEY.person, JSON.stringify({ ...person, token: 'before' }));
  expect([readVault()?.token ?? null, localStorage.getItem(KEY.person), sessionStorage.getItem(KEY.person)]).toEqual([token, null, null]);
});
test.each([[localStorage, true], [sessionStorage, false]])('user info with a userId and less than all is asked for again, and stays what it was otherwise', (store, remember) => {
  for (const less of [{ nickname: undefined }, { username: null }, { role: '2' }, { perms: undefined, roles: undefined }]) {
    localStorage.setItem(KEY.token, 't');
    store.setItem(KEY.person, JSON.stringify({ ...person, ...less, token: 't', refreshToken: 'r', expiresAt: 5 }));
    expect(readVault()).toEqual({ token: 't', refreshToken: 'r', expiresAt: 5, person: null, remember });
  }
});
test('anything at all in storage does no harm', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.record({ token: fc.constant('t'), userId: fc.anything(), roles: fc.anything() }).map((o) => JSON.stringify(o) ?? '')), (text) => {
      localStorage.setItem(KEY.token, 't');
      localStorage.setItem(KEY.person, text);
      expect(readVault()).toMatchObject({ token: 't', person: null });
    }),
  );
});
