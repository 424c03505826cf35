// Everything that can be looked at: each page, and what opens over it. A page that is not listed here does not compile.
import type { Path } from '../../src/kernel/paths.gen.ts';
import { ORDER_EVENTS } from '../../machines/order.ts';
import { CAREGIVER_EVENTS } from '../../machines/caregiver.ts';
import type { Page } from './test.ts';

/** Records to look at: an order and a caregiver, and one for each thing that can be done. */
export interface Sample {
  order: string;
  caregiver: string;
  /** By what can be done to it. */
  orderBy: Record<string, string>;
  caregiverBy: Record<string, string>;
}
/** Something over a page: at an address of its own, or by keys once the page is there. */
export interface Opening {
  name: string;
  /** With a query or below the page's own address. */
  at?: string;
  /** One after the other; `type:` before what is typed as text. */
  keys?: readonly string[];
  /** It is no dialog but part of the page. */
  inline?: true;
}
export interface State {
  /** Its address with what it needs. */
  at: string;
  /** Other addresses of it that look different. */
  also?: readonly string[];
  opens?: readonly Opening[];
  /** Nobody is signed in there. */
  bare?: true;
}

const keys = (name: string, ...pressed: string[]): Opening => ({ name, keys: pressed });
const at = (name: string, to: string): Opening => ({ name, at: to });
/** Over any page; here over the first one. */
const EVERYWHERE: readonly Opening[] = [
  keys('palette', 'Control+k'), keys('palette with rows', 'Control+k', 'type:zs'), keys('palette of settings', 'Control+k', 'type::'), keys('palette of help', 'Control+k', 'type:?'), keys('help', 'Shift+?'), keys('notices', 'g', 'n'), keys('settings', 'g', ','),
  { ...keys('tour', 'Control+k', 'type:入门五步', 'Enter'), inline: true },
];

/** Every page by its path. */
export function statesOf(s: Sample): Record<Path, State> {
  const verb = (kind: 'order' | 'caregiver', verbs: Record<string, string>): Opening[] => Object.entries(verbs).map(([event, no]) => at(`${kind} ${event}`, `/${kind}/${no}/${event}`));
  return {
    '/401': { at: '/401' },
    '/404': { at: '/404', also: ['/no/such/page'] },
    '/caregiver/certificates': { at: '/caregiver/certificates' },
    '/caregiver/index': { at: '/caregiver/index', opens: [at('new caregiver', '/caregiver/index?new=1'), at('import caregivers', '/caregiver/index?import=1'), at('export caregivers', '/caregiver/index?export=1')] },
    '/caregiver/roster': { at: '/caregiver/roster' },
    '/caregiver/:no': { at: `/caregiver/${s.caregiver}`, opens: verb('caregiver', s.caregiverBy) },
    '/caregiver/:no/evaluations': { at: `/caregiver/${s.caregiver}/evaluations` },
    '/caregiver/:no/pay': { at: `/caregiver/${s.caregiver}/pay` },
    '/caregiver/:no/work': { at: `/caregiver/${s.caregiver}/work` },
    '/caregiver/:no/:verb': { at: `/caregiver/${s.caregiver}/edit` },
    '/dashboard': { at: '/dashboard', opens: EVERYWHERE },
    '/help/index': { at: '/help/index' },
    '/help/news': { at: '/help/news' },
    '/help/:topic': { at: '/help/order', also: ['/help/nothing'] },
    '/login': { at: '/login', bare: true },
    '/order/bed': { at: '/order/bed', also: [`/order/bed?hospital=1`] },
    '/order/index': {
      at: '/order/index', also: ['/order/index?status=in_service&sort=plannedStart', '/order/index?patientName=%E6%97%A0%E6%AD%A4%E4%BA%BA'],
      opens: [keys('columns', 'Shift+C'), keys('views', 'Shift+V'), keys('export', 'Shift+E'), at('export orders', '/order/index?export=1'), keys('jump', 'Control+j'), { ...keys('find', '/'), inline: true }, { ...keys('filters', 'f'), inline: true }, { ...keys('selection', 'j', 'x'), inline: true }, { ...keys('preview', 'j', 'Space'), inline: true }],
    },
    '/order/new': { at: '/order/new' },
    '/order/:no': { at: `/order/${s.order}`, opens: [...verb('order', s.orderBy), at('explain', `/order/${s.order}/explain`), at('hand over', `/order/${s.order}/hand`), at('complain', `/order/${s.order}/complain`)] },
    '/order/:no/print': { at: `/order/${s.order}/print` },
    '/order/:no/:verb': { at: `/order/${s.order}/explain` },
    '/profile': { at: '/profile', also: ['/profile?part=keyboard'] },
    '/statistics/month': { at: '/statistics/month', also: ['/statistics/month?by=caregiver', '/statistics/month?hospital=1', `/statistics/month?caregiver=${s.caregiver}`], opens: [at('month closing', '/statistics/month?hospital=1&does=close')] },
    '/statistics/index': { at: '/statistics/index', also: ['/statistics/index?view=heat', '/statistics/index?view=rank', '/statistics/index?table=1', '/statistics/index?measure=outstanding'] },
    '/system/audit': { at: '/system/audit', also: ['/system/audit?line=1'] },
    '/system/book': { at: '/system/book', also: [`/system/book?hospital=1&part=holiday`, `/system/book?hospital=1&part=shift`], opens: [keys('new price', 'n')] },
    '/system/department': { at: `/system/department?hospitalId=1`, also: [`/system/department?departmentId=1`, `/system/department?wardId=1`], opens: [keys('new department', 'n')] },
    '/system/dict': { at: '/system/dict', also: ['/system/dict?code=gender'], opens: [{ name: 'new value', at: '/system/dict?code=gender', keys: ['n'] }] },
    '/system/hospital': { at: '/system/hospital', opens: [at('new hospital', '/system/hospital?new=1'), at('edit hospital', `/system/hospital?edit=1`), at('accounts of a hospital', `/system/hospital?account=1`)] },
    '/system/role': { at: '/system/role' },
    '/system/service': { at: '/system/service', opens: [keys('new service', 'n')] },
    '/system/user': { at: '/system/user', opens: [at('new account', '/system/user?new=1'), at('import accounts', '/system/user?import=1'), at('export accounts', '/system/user?export=1'), keys('edit account', 'j', 'e'), keys('reset password', 'j', 'r')] },
  };
}

/** What opens over a caregiver at an address of its own. */
const CAREGIVER_VERBS: readonly string[] = CAREGIVER_EVENTS.filter((event) => !['approve', 'reinstate', 'return', 'rehire', 'undo'].includes(event));
/** Records of the demonstration, asked for as whoever is signed in on this page. */
export async function sampleOf(page: Page): Promise<Sample> {
  return page.evaluate(async ([orderVerbs, caregiverVerbs]) => {
    type Row = { orderNo?: string; staffNo?: string; caregiverNo: string | null; can: string[] };
    const list = async (path: string): Promise<Row[]> => ((await (await fetch(`/admin-api${path}`, { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: { list: Row[] } }).result.list;
    const doers = (rows: Row[], verbs: readonly string[]): Record<string, string> => Object.fromEntries(verbs.flatMap((event) => {
      const row = rows.find(({ can }) => can.includes(event));
      return row === undefined ? [] : [[event, (row.orderNo ?? row.staffNo)!]];
    }));
    const orders: Row[] = [];
    for (const status of ['in_service', 'pending_assign', 'pending_service', 'refunding', 'pending_payment', 'pending_evaluation']) orders.push(...(await list(`/orders?status=${status}&pageSize=100`)));
    const caregivers: Row[] = [];
    for (const status of ['active', 'suspended', 'blacklisted']) caregivers.push(...(await list(`/caregivers?status=${status}&pageSize=20`)));
    return { order: orders.find((row) => row.caregiverNo !== null)!.orderNo!, caregiver: caregivers[0]!.staffNo!, orderBy: doers(orders, orderVerbs!), caregiverBy: { ...doers(caregivers, caregiverVerbs!), reveal: caregivers[0]!.staffNo! } };
  }, [ORDER_EVENTS.filter((event) => event !== 'undo') as readonly string[], CAREGIVER_VERBS]);
}
