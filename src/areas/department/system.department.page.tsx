import { useLingui } from '@lingui/react/macro';
import { useChosen, type Filter } from '../../ui/list/filter.tsx';
import { useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { hospital } from '../hospital/contract.ts';
import { BedList } from './bed-list.tsx';
import { department } from './contract.ts';
import { DepartmentList } from './department-list.tsx';
import { ID, useCommonFilters } from './shared.tsx';
import { WardList } from './ward-list.tsx';

const optionsOf = (rows: readonly { id: string; name: string }[] | undefined): { value: string; label: string }[] => (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
const ALL = '200';

function Departments() {
  const { t } = useLingui();
  const hospitals = useRead(hospital.options).data;
  const filters: Filter[] = [{ name: 'hospitalId', label: t`医院`, options: optionsOf(hospitals), accepts: ID, place: true }, ...useCommonFilters()];
  return <DepartmentList filters={filters} chosen={useChosen(filters)} />;
}
function Wards({ id }: { id: string }) {
  const { t } = useLingui();
  const of = useRead(department.read, { params: { id } }).data;
  const beside = useRead(department.list, { query: { hospitalId: of?.hospitalId ?? '0', pageSize: ALL } }, { asks: of !== undefined }).data;
  const filters: Filter[] = [{ name: 'departmentId', label: t({ context: '标题', message: '科室' }), options: optionsOf(beside?.list), accepts: ID, place: true }, ...useCommonFilters()];
  const { departmentId: _own, ...chosen } = useChosen(filters);
  return <WardList departmentId={id} of={of} filters={filters} chosen={chosen} />;
}
function Beds({ id }: { id: string }) {
  const { t } = useLingui();
  const of = useRead(department.readWard, { params: { id } }).data;
  const beside = useRead(department.wards, { query: { departmentId: of?.departmentId ?? '0', pageSize: ALL } }, { asks: of !== undefined }).data;
  const filters: Filter[] = [{ name: 'wardId', label: t`病区`, options: optionsOf(beside?.list), accepts: ID, place: true }, ...useCommonFilters()];
  const { wardId: _own, ...chosen } = useChosen(filters);
  return <BedList wardId={id} of={of} filters={filters} chosen={chosen} />;
}

/** `/system/department`: the departments of the hospitals; `?hospitalId=…` those of one, `?departmentId=…` the wards of one, `?wardId=…` the beds of one. */
export default function DepartmentPage() {
  const query = useQuery();
  const [departmentId, wardId] = [query.get('departmentId') ?? '', query.get('wardId') ?? ''];
  if (ID.test(wardId)) return <Beds key={wardId} id={wardId} />;
  if (ID.test(departmentId)) return <Wards key={departmentId} id={departmentId} />;
  return <Departments />;
}
