import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { fill } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { useBatches } from '../../ui/batches.ts';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { useChosen } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import { showMade, useVersion, useWindows } from '../../ui/list/source.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { wasDone } from '../../ui/palette/last.ts';
import { outdated } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { live } from '../live/contract.ts';
import { area } from './area.ts';
import { HOSPITAL_KEYS } from './key.ts';
import control from '../../ui/style/control.module.css';
import { toast } from '../../ui/toast.tsx';
import { Access } from './access.tsx';
import { hospital, HOSPITAL_EXPORTED, type HospitalRow } from './contract.ts';
import { pageOf, useHospitalHere, type HospitalVerb } from './here.ts';
import { HospitalForm } from './hospital.form.tsx';
import { ShortHospital, useHospitalColumns, useHospitalFields } from './hospital-list.tsx';

/** Its rows' commands, for their keys. */
const command = (id: string) => area.commands!.find((one) => one.id === `hospital.${id}`)!;
const OF = { department: command('department'), book: command('book'), bed: command('bed'), account: command('account'), status: command('status') };
const PATH = '/system/hospital';
const NO_FILTERS: readonly [] = [];
/** What the address opens over the list. */
const OVER = ['new', 'edit', 'account'] as const;

/** `/system/hospital`: the hospitals. `?new`, `?edit=…` and `?account=…` open what they say over the list. */
export default function HospitalPage() {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const query = useQuery();
  const viewer = useViewer();
  const columns = useHospitalColumns();
  const fields = useHospitalFields();
  const chosen = useChosen(NO_FILTERS, fields);
  const store = useWindows<HospitalRow>('hospital', chosen, (window, signal) => call(hospital.list, { query: { ...chosen, ...window }, signal }));
  useVersion(store);
  useBatches(live.hospitals, async ({ changes, all }) => {
    // one's own deed is shown already
    const isShown = ([id, version]: [string, number | null]): boolean => version !== null && (store.at(store.indexWhere((row) => row.id === id))?.version ?? -1) >= version;
    if (all || ![...changes].every(isShown)) store.refresh();
  });
  const adds = viewer !== null && may(viewer, 'biz:hospital:add');
  const over = OVER.find((name) => query.has(name)) ?? null;
  const overId = over === null ? '' : query.get(over) ?? '';

  const show = (what: Record<string, string>): void => {
    // the drawer gives the focus back by itself
    store.place.enter = false;
    navigate(fill(PATH, {}, { ...chosen, ...what }), { state: { over: true } });
  };
  /** Closes what the address opened: back to where one was, or on to the list when one came by the address. */
  const close = (): void => ((history.state as { over?: boolean } | null)?.over === true ? history.back() : navigate(fill(PATH, {}, chosen), { replace: true }));
  const changed = (made?: string): void => {
    outdated([hospital.options, hospital.places]);
    if (made === undefined) store.refresh();
    else showMade(store, ({ id }) => id === made);
  };
  async function setStatus({ id, name, liveOrders }: Pick<HospitalRow, 'id' | 'name' | 'liveOrders'>, status: 0 | 1, way: 'there' | 'back'): Promise<void> {
    try {
      await call(hospital.status, { params: { id }, body: { status }, idempotencyKey: newKey() });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(error.message);
      return;
    }
    changed();
    const words = status === 1 ? t`已启用${name}` : liveOrders === 0 ? t`已停用${name}，不接新单` : t`已停用${name}，不接新单；进行中的 ${liveOrders} 单照常`;
    if (way === 'back') announce(words);
    else toast({ words, undo: () => setStatus({ id, name, liveOrders }, status === 1 ? 0 : 1, 'back') });
  }
  const act = (verb: HospitalVerb, row: HospitalRow): void => (verb === 'status' ? void setStatus(row, row.status === 1 ? 0 : 1, 'there') : show({ [verb]: row.id }));
  useHospitalHere(() => store.at(store.place.index), act);
  useKeys([adds && [HOSPITAL_KEYS.add, () => show({ new: '1' })]]);

  const row = over === 'edit' ? store.at(store.indexWhere(({ id }) => id === overId)) : undefined;
  const verb = (key: keyof typeof OF, words: string, work: () => void): ReactNode => <button type="button" className={control.button} onClick={work}>{words} <KeyCap of={OF[key]} /></button>;
  const link = (key: keyof typeof OF, words: string, to: string): ReactNode => <a className={control.button} href={`#${to}`}>{words} <KeyCap of={OF[key]} /></a>;
  return (
    <>
      <List
        path={PATH} name="hospital" fields={fields} findIn={hospital.findIn} exports={{ endpoint: hospital.export, columns: HOSPITAL_EXPORTED, beside: { columns: ['city'], words: t`另加城市。` } }} label={t`医院管理`} hint={newHint(t`合作医院会出现在这里。`, HOSPITAL_KEYS.add)} chosen={chosen} store={store} columns={columns} keyOf={(each) => each.id} onOpen={(each) => (each.can.includes('edit') ? show({ edit: each.id }) : navigate(pageOf('department', each)))}
        tools={adds && <button type="button" className={`${control.button} ${control.primary}`} {...keys(HOSPITAL_KEYS.add)} onClick={() => show({ new: '1' })}><Trans>新建医院</Trans> <KeyCap of={HOSPITAL_KEYS.add} /></button>}
        lines={3} short={(each) => <ShortHospital row={each} />}
      />
      {((over === 'new' && adds) || over === 'edit') && (
        <HospitalForm
          key={overId} id={over === 'new' ? null : overId} onClose={close} onSaved={({ id }) => (close(), changed(over === 'new' ? id : undefined), wasDone('hospital.edit', id))}
          verbs={row === undefined ? undefined : (
            <>
              {link('department', t`科室与床位`, pageOf('department', row))}
              {link('book', t`价格与节假日`, pageOf('book', row))}
              {link('bed', t`床位图`, pageOf('bed', row))}
              {verb('account', t`谁能看到`, () => navigate(fill(PATH, {}, { ...chosen, account: row.id }), { replace: true, state: history.state }))}
              {row.can.includes('status') && verb('status', row.status === 1 ? t`停用医院` : t`启用医院`, () => (close(), act('status', row)))}
            </>
          )}
        />
      )}
      {over === 'account' && <Access key={overId} id={overId} onClose={close} />}
    </>
  );
}
