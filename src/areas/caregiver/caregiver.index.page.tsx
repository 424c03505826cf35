import { useEffect, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { fill, href } from '../../kernel/href.ts';
import { KeyCap, useKeyProps, useNewHint } from '../../ui/bound-key.tsx';
import { call } from '../../ui/call.ts';
import { fetchPart } from '../../ui/fetch-part.ts';
import { Fetched } from '../../ui/fetched.tsx';
import { remember } from '../../ui/known.ts';
import { useChosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import { useSelection } from '../../ui/list/selection.ts';
import { useVersion, useWindows } from '../../ui/list/source.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { hospital } from '../hospital/contract.ts';
import { area } from './area.ts';
import { acted } from './acted.ts';
import { addressOf, ShortCaregiver, useCaregiverColumns } from './caregiver-list.tsx';
import { useCaregiverFields } from './caregiver-field.ts';
import { caregiver, CAREGIVER_EXPORTED, CAREGIVER_STATUSES, type CaregiverRow } from './contract.ts';
import { useFollowCaregivers } from './follow.ts';
import { useCaregiverHere } from './here.ts';
import { NewCaregiver } from './new.tsx';
import { Peek } from './peek.tsx';
import { CAREGIVER_STATUS_WORDS } from './words.ts';

/** A command of this area, for its key. */
const command = (id: string) => area.commands!.find((one) => one.id === id)!;
const OF = { roster: command('caregiver.roster'), board: command('caregiver.board'), import: command('caregiver.import'), add: command('caregiver.new') };
const PATH = '/caregiver/index';
const loadImport = () => fetchPart(() => import(/* webpackChunkName: "view-caregiver" */ './import.dialog.tsx'));
type Chosen = Omit<NonNullable<Parameters<typeof call<typeof caregiver.list>>[1]>['query'] & object, 'pageNum' | 'pageSize'>;

/** The list of caregivers; `?new` makes one over it, `?import` takes a sheet, `?export` gives one. */
export default function CaregiverIndexPage() {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const query = useQuery();
  const hospitals = useRead(hospital.options).data;
  const filters: Filter[] = [
    { name: 'status', label: t`状态`, options: CAREGIVER_STATUSES.map((status) => ({ value: status, label: i18n._(CAREGIVER_STATUS_WORDS[status]) })) },
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: /^\d{1,18}$/ },
    { name: 'certificate', label: t`证件`, daily: true, options: [{ value: 'ending', label: t`30 天内到期` }] },
    { name: 'review', label: t`黑名单`, daily: true, options: [{ value: 'due', label: t`到复核日` }] },
  ];
  const fields = useCaregiverFields();
  const chosen = useChosen(filters, fields);
  const columns = useCaregiverColumns();
  const store = useWindows<CaregiverRow>('caregiver', chosen, (window, signal) => call(caregiver.list, { query: { ...(chosen as Chosen), ...window }, signal }));
  useVersion(store);
  const selection = useSelection(store);
  useFollowCaregivers(store);
  // the one that is selected, whichever has the focus; done, it is so no more
  const [only, second] = selection.all ? [] : [...selection.rows.values()];
  const one = second === undefined ? only : undefined;
  useCaregiverHere({
    row: () => (one === undefined ? store.at(store.place.index) : (store.at(store.indexWhere(({ staffNo }) => staffNo === one.staffNo)) ?? one)),
    several: selection.all || second !== undefined,
    ...(one === undefined ? {} : { onDone: () => selection.set(new Map()) }),
    onOpen: () => (store.place.enter = true),
  });
  const adds = viewer !== null && may(viewer, 'biz:caregiver:add');
  const add = (): void => navigate(fill(PATH, {}, { ...chosen, new: '1' }), { state: { over: true } });
  const imports = viewer !== null && may(viewer, 'biz:caregiver:import');
  const [pasted, setPasted] = useState<File | null>(null);
  const openImport = (file: File | null): void => {
    setPasted(file);
    navigate(fill(PATH, {}, { ...chosen, import: '1' }), { state: { over: true } });
  };
  const close = (): void => ((history.state as { over?: boolean } | null)?.over === true ? history.back() : navigate(fill(PATH, {}, chosen), { replace: true }));
  // the next import begins with its own sheet, also where Back closed this one
  const importing = query.has('import');
  useEffect(() => (importing ? undefined : setPasted(null)), [importing]);
  return (
    <>
      <List
        path={PATH} name="caregiver" fields={fields} findIn={caregiver.findIn} exports={viewer !== null && may(viewer, 'biz:caregiver:export') ? { endpoint: caregiver.export, columns: CAREGIVER_EXPORTED, asked: query.has('export'), onClose: close } : undefined} selection={{ ...selection, nameOf: (row: CaregiverRow) => `${row.name} ${row.staffNo}` }} label={t`护工管理`} hint={adds ? newHint(t`新建或导入的护工会出现在这里。`, OF.add) : t`新建或导入的护工会出现在这里。`} filters={filters} chosen={chosen} store={store} columns={columns} keyOf={(row) => row.staffNo}
        tools={(
          <>
            <a className={`${control.button} ${control.quiet}`} {...keys(OF.roster)} href={`#${href('/caregiver/roster', {}, { hospitalId: chosen['hospitalId'] })}`}><Trans>排班表</Trans> <KeyCap of={OF.roster} /></a>
            <a className={`${control.button} ${control.quiet}`} {...keys(OF.board)} href={`#${href('/caregiver/certificates', {}, { hospitalId: chosen['hospitalId'] })}`}><Trans>到期证件</Trans> <KeyCap of={OF.board} /></a>
            {imports && <button type="button" className={control.button} {...keys(OF.import)} onClick={() => openImport(null)}><Trans>导入</Trans> <KeyCap of={OF.import} /></button>}
            {adds && <button type="button" className={`${control.button} ${control.primary}`} {...keys(OF.add)} onClick={add}><Trans>新建护工</Trans> <KeyCap of={OF.add} /></button>}
          </>
        )}
        {...(imports ? { onPaste: openImport } : {})}
        onOpen={(row) => {
          remember('caregiver', row.staffNo, row);
          navigate(addressOf(row));
        }}
        peek={(row) => <Peek key={row.staffNo} row={row} />} lines={3} short={(row) => <ShortCaregiver row={row} />}
      />
      {importing && imports && <Fetched load={loadImport} onLost={close}>{(Import) => <Import given={pasted} onImported={() => store.refresh()} onClose={close} />}</Fetched>}
      {query.has('new') && adds && (
        <NewCaregiver
          onClose={close}
          onDone={(done, name) => {
            const { row } = done;
            acted('create', row ?? { staffNo: '', name, version: 1 }, done);
            if (row === null) close();
            else navigate(href('/caregiver/:no', { no: row.staffNo }), { replace: true });
          }}
        />
      )}
    </>
  );
}
