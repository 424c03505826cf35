// The people of a load: accounts of every role, and a session each.
import { createHash, randomBytes } from 'node:crypto';
import { signIn } from './server.mjs';

/** Of a hundred people so many of each role; the first few of each sign in at the door, as far as its limits let them. */
const ROLES = [[1, 2], [2, 28], [3, 45], [4, 25]];
const AT_THE_DOOR = 10;
const roleOf = (i) => {
  let left = (i * 37) % 100;
  return ROLES.find(([, share]) => (left -= share) < 0)[0];
};
/** Tokens of sessions that outlive the load, of these accounts, made without signing in. */
export async function sessions(client, ids) {
  const tokens = ids.map(() => randomBytes(32).toString('base64url'));
  await client.query(
    `with made as (insert into sys_session (user_id, remember_me, idle_seconds, ip, user_agent, expires_at) select u.id, false, 86400, '127.0.0.1', u.n::text, now() + interval '1 day' from unnest($1::bigint[]) with ordinality as u (id, n) returning id, user_agent)
     insert into sys_token (hash, session_id, kind, expires_at) select t.hash, m.id, 'access', now() + interval '1 day' from made m join unnest($2::bytea[]) with ordinality as t (hash, n) on t.n::text = m.user_agent`,
    [ids, tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  return tokens;
}
/** `count` people, each at one of the servers; those bound to hospitals to two each. */
export async function people(client, servers, count) {
  const { rows: hospitals } = await client.query('select id::text from hospital order by id');
  const who = Array.from({ length: count }, (_, i) => ({ username: `load${i}`, role: roleOf(i), server: i % servers.length }));
  const ids = [];
  for (const [i, { username, role }] of who.entries()) {
    const { rows: [{ id }] } = await client.query(
      `with entity as (insert into sys_entity (kind) values ('user') returning id)
       insert into sys_user (id, username, password_hash, nickname, role) select entity.id, $1::text, o.password_hash, $1::text, $2 from entity, sys_user o where o.username = 'ops' returning id::text`,
      [username, role],
    );
    ids.push(id);
    if (role > 2) await client.query('insert into sys_user_hospital (user_id, hospital_id) select $1, unnest($2::bigint[])', [id, [hospitals[i % hospitals.length].id, hospitals[(i + 1) % hospitals.length].id]]);
  }
  await client.query('analyze sys_user; analyze sys_user_hospital');
  const tokens = await sessions(client, ids);
  await client.query('analyze sys_session; analyze sys_token');
  const taken = {};
  for (const [i, person] of who.entries()) {
    const atTheDoor = (taken[person.role] = (taken[person.role] ?? 0) + 1) <= AT_THE_DOOR;
    person.token = atTheDoor ? await signIn(servers[person.server], person.username) : tokens[i];
  }
  return who;
}
