// Keys that one person has chosen are not kept for who signs in after them at the same computer.
import { expect, test } from 'vitest';
import { ownKeyMemory } from '../../src/areas/own/client.ts';
import { answerBy, enter } from '../kit/console.ts';

const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] };
const later = (): Promise<void> => new Promise((then) => setTimeout(then, 50));
const sent: unknown[] = [];
let give = (_: unknown): void => {};
const listen = (): void => answerBy(({ body }) => (sent.push(body), new Promise((done) => (give = done))));

test('a choice whose turn comes when somebody else has signed in is not sent', async () => {
  const leave = await enter(PERSON);
  listen();
  ownKeyMemory.save({ 'a.b': 'g x' }, []);
  ownKeyMemory.save({ 'a.c': 'g y' }, []);
  await expect.poll(() => sent.length).toBe(1);
  await leave();
  const next = await enter({ ...PERSON, userId: '8' });
  listen();
  give({});
  await later();
  expect(sent.splice(0)).toEqual([{ keys: { 'a.b': 'g x' }, gone: [] }]);
  // what the next one chooses is
  ownKeyMemory.save({ 'a.d': 'g z' }, []);
  await expect.poll(() => sent.splice(0)).toEqual([{ keys: { 'a.d': 'g z' }, gone: [] }]);
  give({});
  await next();
});
test('nor is one whose person leaves while the code that sends it is on its way', async () => {
  const leave = await enter(PERSON);
  listen();
  ownKeyMemory.save({ 'a.d': 'g z' }, []);
  // its turn has come
  for (let n = 0; n < 2; n += 1) await Promise.resolve();
  dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: null, storageArea: localStorage }));
  await later();
  expect(sent).toEqual([]);
  await leave();
});
