import { useQuery } from '../../ui/location.ts';
import { AuditList } from './audit-list.tsx';
import { AuditLine } from './detail.tsx';

/** `/system/audit`: the audit by its filters; `?line=…` shows one line whole. */
export default function AuditPage() {
  const line = useQuery().get('line');
  return line !== null && /^\d{1,18}$/.test(line) ? <AuditLine key={line} id={line} /> : <AuditList />;
}
