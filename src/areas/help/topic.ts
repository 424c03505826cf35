// Which pages of the console each page of help is about, by the beginning of their addresses. The words are in zh-cn.md and en.md.

/** A page of help: its name, and the addresses it is about. The first is the page it opens; who may not open that one does not see it. */
export interface Topic {
  id: string;
  at: readonly [string, ...string[]];
}
/** In the order of the contents. */
export const TOPICS: readonly Topic[] = [
  { id: 'start', at: ['/dashboard'] },
  { id: 'order', at: ['/order/index', '/order'] },
  { id: 'money', at: ['/order/index'] },
  { id: 'bed', at: ['/order/bed'] },
  { id: 'caregiver', at: ['/caregiver/index', '/caregiver'] },
  { id: 'roster', at: ['/caregiver/roster'] },
  { id: 'certificate', at: ['/caregiver/certificates'] },
  { id: 'statistics', at: ['/statistics/index'] },
  { id: 'settlement', at: ['/statistics/month'] },
  { id: 'account', at: ['/system/user'] },
  { id: 'hospital', at: ['/system/hospital'] },
  { id: 'department', at: ['/system/department'] },
  { id: 'book', at: ['/system/book', '/system/service'] },
  { id: 'dictionary', at: ['/system/dict'] },
  { id: 'role', at: ['/system/role'] },
  { id: 'audit', at: ['/system/audit'] },
  { id: 'profile', at: ['/profile'] },
];
/** The page of help about an address; null: none is. */
export function topicAt(path: string): Topic | null {
  let best: { topic: Topic; length: number } | null = null;
  for (const topic of TOPICS) for (const at of topic.at) if (`${path}/`.startsWith(`${at}/`) && at.length > (best?.length ?? 0)) best = { topic, length: at.length };
  return best?.topic ?? null;
}
