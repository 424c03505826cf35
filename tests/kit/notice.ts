// Notices as each role has them: two hospitals, four people, and time that passes.
import { expect, vi } from 'vitest';
import { NOTICE_KINDS, type NoticeKind } from '../../src/areas/notice/contract.ts';
import { LONG_WAIT_HOURS } from '../../src/areas/order/contract.ts';
import { startApi, type Client } from './api.ts';
import { careKit } from './care.ts';

interface Notices {
  kinds: { kind: NoticeKind; total: number; unread: number; rows: { no: string; name: string }[] }[];
  at: string;
}
/** Roles by the account that has them: the resident manager sees one department of the first hospital, the hospital side all of it. */
export const ROLES = { admin: 1, ops: 2, resident: 3, hospital: 4 } as const;
/** Seconds after which an order waits too long. */
export const LONG = LONG_WAIT_HOURS * 3600;
/** The instant that many seconds ago. */
export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/** A server with people who are told things. From here on the process's own clock stands still unless it is moved. */
export async function startNotices() {
  const api = await startApi();
  const kit = await careKit(api.database);
  const places = [await kit.place('东院', ['骨科', '内科']), await kit.place('西院')] as const;
  const ids: Record<string, string> = {};
  for (const [username, role] of Object.entries(ROLES)) ids[username] = await api.account({ username, role, hospitals: role === 4 ? [places[0].hospitalId] : [] });
  await api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [ids['resident'], places[0].hospitalId, [places[0].departments[0]!.id]]);
  const clients: Record<string, Client> = Object.fromEntries(await Promise.all(Object.keys(ROLES).map(async (name) => [name, await api.as(name)] as const)));
  vi.useFakeTimers({ toFake: ['performance'] });

  const its = {
    api, kit, places, ids, clients,
    /** What someone is told; totals hold two seconds, so this is always later than that. */
    async read(by: string, query: object = {}): Promise<Notices> {
      vi.advanceTimersByTime(2_000);
      const { status, body, text } = await clients[by]!.get<Notices>('/notices', { query: { ...query } });
      expect(status, text).toBe(200);
      return body.result;
    },
    async told(by: string, kind: NoticeKind): Promise<{ total: number; unread: number }> {
      const { total, unread } = (await its.read(by)).kinds.find((one) => one.kind === kind)!;
      return { total, unread };
    },
    /** They have seen what there is now; what is left. */
    async seen(by: string, kinds: readonly NoticeKind[] = NOTICE_KINDS): Promise<Notices> {
      const { at } = await its.read(by);
      const { status, body, text } = await clients[by]!.put<Notices>('/notices/seen', { body: { kinds, at } });
      expect(status, text).toBe(200);
      return body.result;
    },
    /** What the list that a notice opens says of its length. */
    async listed(by: string, kind: NoticeKind): Promise<number> {
      const [path, query] = kind === 'certificates_ending' ? ['/caregivers', { certificate: 'ending' }] : kind === 'reviews_due' ? ['/caregivers', { review: 'due' }] : ['/orders', kind === 'mine' ? { keeperId: ids[by] } : { due: kind }];
      const { body } = await clients[by]!.get<{ total: number; list: unknown[] }>(path as string, { query: { pageNum: '1', pageSize: '200', ...(query as object) } });
      expect(body.result.list).toHaveLength(body.result.total);
      return body.result.total;
    },
    /** Lets minutes pass for what waits and for what was seen. */
    async pass(minutes: number): Promise<void> {
      const by = `make_interval(mins => ${minutes})`;
      await api.rows(`update care_order set created_at = created_at - ${by}, waiting_since = waiting_since - ${by}, handed_at = handed_at - ${by}`);
      await api.rows(`update notice_seen set seen_at = seen_at - ${by}`);
    },
    async close(): Promise<void> {
      vi.useRealTimers();
      await api.close();
    },
  };
  return its;
}
