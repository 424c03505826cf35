import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { offeredBeside, useDictionary, type Labels } from '../../ui/dictionary.ts';
import { Entry, type Field, type Typed } from '../../ui/entry.tsx';
import { book, CARE_MODES, COVERAGES, DEPENDENCIES, type ServiceRow } from './contract.ts';
import { DEPENDENCY_WORDS } from './words.ts';

const TAKEN = 40903;
const blankIsNone = (text: string | undefined): string | null => text?.trim() || null;
const typedOf = (row: ServiceRow | null, mode: string, hours: string): Typed => ({
  code: row?.code ?? '', name: row?.name ?? '', careMode: row?.careMode ?? mode, maxPatients: String(row?.maxPatients ?? 1), coverage: row?.coverage ?? hours, dependency: row?.dependency ?? '', description: row?.description ?? '', status: String(row?.status ?? 1),
});

/** Makes a service, or changes `row`. What orders were made by stands. */
export function ServiceForm({ page, row, onSaved, onClose }: { /** Under which what was typed is kept. */ page: string; row: ServiceRow | null; onSaved: (saved: ServiceRow) => void; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const modes = useDictionary('care_mode', CARE_MODES);
  const coverages = useDictionary('coverage', COVERAGES);
  const fixed = row?.used === true;
  // what stands is offered alone, or beside what is on
  const offered = (labels: Labels, now: string | undefined): Labels['options'] => offeredBeside(labels, now).filter(({ value }) => !fixed || value === now);
  const stands = fixed ? { hint: t`已有订单用到，不能改` } : {};
  const fields: Field[] = [
    { name: 'code', label: t`编号`, fault: t`字母、数字、下划线和短横，最多 32 个字符`, maxLength: 32 },
    { name: 'name', label: t`名称`, fault: t`填写名称，最多 50 个字`, maxLength: 50 },
    { name: 'careMode', label: t`服务方式`, fault: '', options: offered(modes, row?.careMode), ...stands },
    fixed
      ? { name: 'maxPatients', label: t`一名护工照护几人`, fault: '', options: [{ value: String(row.maxPatients), label: String(row.maxPatients) }], ...stands }
      : { name: 'maxPatients', label: t`一名护工照护几人`, fault: t`填写 1 至 12；只有一对多可以大于 1`, type: 'number', maxLength: 2 },
    { name: 'coverage', label: t`时段`, fault: '', options: offered(coverages, row?.coverage), ...stands },
    { name: 'dependency', label: t`适合的患者`, fault: '', options: [{ value: '', label: t`不限` }, ...DEPENDENCIES.map((value) => ({ value, label: i18n._(DEPENDENCY_WORDS[value]) }))] },
    { name: 'description', label: t`说明`, fault: t`最多 200 个字`, maxLength: 200 },
    { name: 'status', label: t`状态`, fault: '', options: [{ value: '1', label: t`启用` }, { value: '0', label: t`停用` }], hint: t`停用后不能用它新建订单` },
  ];
  return (
    <Entry<ServiceRow>
      page={page} row={row} title={row === null ? t`新建服务项目` : t`修改服务项目`} fields={fields} typed={typedOf(row, modes.options[0]!.value, coverages.options[0]!.value)}
      bodyOf={({ code, name, careMode, maxPatients, coverage, dependency, description, status }) => ({ code, name, careMode, maxPatients: /^\d{1,2}$/.test(maxPatients?.trim() ?? '') ? Number(maxPatients) : maxPatients, coverage, dependency: dependency === '' ? null : dependency, description: blankIsNone(description), status: Number(status) })}
      schema={row === null ? book.addService.body! : book.editService.body!}
      save={(body, idempotencyKey) => (row === null ? call(book.addService, { body, idempotencyKey }) : call(book.editService, { params: { id: row.id }, body, idempotencyKey }))}
      blame={{ [TAKEN]: 'code' }} onSaved={onSaved} onClose={onClose}
      {...(row === null ? {} : {
        version: row.version,
        newest: async () => {
          const now = (await call(book.services)).find(({ id }) => id === row.id) ?? row;
          return { version: now.version, label: now.name, typed: typedOf(now, now.careMode, now.coverage) };
        },
      })}
    />
  );
}
