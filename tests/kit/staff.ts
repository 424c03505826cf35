import type { Acted, CaregiverDetail, CaregiverRow } from '../../src/areas/caregiver/contract.ts';
import { checkCharacter } from '../../src/kernel/id-number.ts';
import { startApi, type Answer, type Client } from './api.ts';
import { careKit, dayFromNow } from './care.ts';

export type Staff = Awaited<ReturnType<typeof startStaff>>;
/** Status and words of an answer. */
export const said = ({ status, body }: Answer): string => `${status} ${body.message}`;
/** A health certificate that lasts so many days. */
export const health = (days: number, more: object = {}): object => ({ kind: 'health', number: 'JK9', issuer: '疾控中心', issuedOn: dayFromNow(-10), expiresOn: dayFromNow(days), verified: true, ...more });

/** A server with two hospitals, of which 第一医院 is everyone's own and the other foreign to roles 3 and 4, one person of each role, and ways to make caregivers. */
export async function startStaff() {
  const api = await startApi();
  const kit = await careKit(api.database);
  const here = await kit.place('第一医院');
  const there = await kit.place('第二医院');
  const client = {} as Record<'admin' | 'ops' | 'resident' | 'hospital', Client>;
  for (const [username, role] of [['admin', 1], ['ops', 2], ['resident', 3], ['hospital', 4]] as const) {
    await api.account({ username, role, hospitals: role > 2 ? [here.hospitalId] : [] });
    client[username] = await api.as(username);
  }
  let people = 0;
  const idNumber = (): string => {
    const first = `31010119800101${String(100 + people++).padStart(3, '0')}`;
    return first + checkCharacter(first);
  };
  const form = (more: object = {}): object => ({ name: '陈桂英', gender: 2, idNo: idNumber(), mobile: `1390000${String(1000 + people)}`, level: 'junior', employment: 'partner', hospitalId: here.hospitalId, ...more });
  const see = async (no: string, by = client.admin): Promise<CaregiverDetail> => (await by.get<CaregiverDetail>(`/caregivers/${no}`)).body.result;
  const does = async (no: string, what: string, body: object = {}, by = client.ops): Promise<Answer<Acted>> => by.post<Acted>(`/caregivers/${no}/${what}`, { body: { version: (await see(no)).version, ...body } });
  /** The same, which must succeed. */
  async function done(no: string, what: string, body: object = {}, by = client.ops): Promise<CaregiverRow> {
    const { status, text, body: answer } = await does(no, what, body, by);
    if (status !== 200) throw new Error(`${what}: ${text}`);
    return answer.result.row!;
  }
  const made = async (more: object = {}): Promise<string> => {
    const { status, text, body } = await client.ops.post<Acted>('/caregivers', { body: form(more) });
    if (status !== 200) throw new Error(text);
    return body.result.row!.staffNo;
  };
  return {
    api, kit, here, there, client, idNumber, form, see, does, done, made,
    /** Someone at work. */
    async worker(more: object = {}): Promise<string> {
      const no = await made(more);
      await done(no, 'certify', health(300));
      await done(no, 'approve');
      return no;
    },
    /** An order that they serve from now on. */
    async serving(no: string): Promise<string> {
      const order = await kit.order(here, { service_state: 'in_service' });
      await kit.stint(await kit.orderId(order), (await see(no)).id, 'serving', -1, 4);
      return order;
    },
  };
}
