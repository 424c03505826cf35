import type { ReactNode } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { fill } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { useChosen } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import { showMade, useVersion, useWindows } from '../../ui/list/source.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { usePlainKey } from '../../ui/plain-key.ts';
import { outdated } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { toast } from '../../ui/toast.tsx';
import { Access } from './access.tsx';
import { hospital, HOSPITAL_EXPORTED, type HospitalRow } from './contract.ts';
import { pageOf, useHospitalHere, type HospitalVerb } from './here.ts';
import { HospitalForm } from './hospital.form.tsx';
import { ShortHospital, useHospitalColumns, useHospitalFields } from './hospital-list.tsx';

const PATH = '/system/hospital';
const NO_FILTERS: readonly [] = [];
/** What the address opens over the list. */
const OVER = ['new', 'edit', 'account'] as const;

/** `/system/hospital`: the hospitals. `?new`, `?edit=…` and `?account=…` open what they say over the list. */
export default function HospitalPage() {
  const { t } = useLingui();
  const query = useQuery();
  const viewer = useViewer();
  const columns = useHospitalColumns();
  const fields = useHospitalFields();
  const chosen = useChosen(NO_FILTERS, fields);
  const store = useWindows<HospitalRow>('hospital', chosen, (window, signal) => call(hospital.list, { query: { ...chosen, ...window }, signal }));
  useVersion(store);
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
    const words = status === 1 ? t`已启用${name}` : liveOrders === 0 ? t`已停用${name}，不接新单` : t`已停用${name}，不接新单；在途 ${liveOrders} 单照常`;
    if (way === 'back') announce(words);
    else toast({ words, undo: () => setStatus({ id, name, liveOrders }, status === 1 ? 0 : 1, 'back') });
  }
  const act = (verb: HospitalVerb, row: HospitalRow): void => (verb === 'status' ? void setStatus(row, row.status === 1 ? 0 : 1, 'there') : show({ [verb]: row.id }));
  useHospitalHere(() => store.at(store.place.index), act);
  usePlainKey([{ keys: ['n'], words: msg`新建医院`, run: () => (adds ? show({ new: '1' }) : false) }]);

  const row = over === 'edit' ? store.at(store.indexWhere(({ id }) => id === overId)) : undefined;
  const verb = (key: string, words: string, work: () => void): ReactNode => <button type="button" className={control.button} onClick={work}>{words} <kbd className={control.key} aria-hidden="true">{key}</kbd></button>;
  const link = (key: string, words: string, to: string): ReactNode => <a className={control.button} href={`#${to}`}>{words} <kbd className={control.key} aria-hidden="true">{key}</kbd></a>;
  return (
    <>
      <List
        path={PATH} name="hospital" fields={fields} findIn={hospital.findIn} exports={{ endpoint: hospital.export, columns: HOSPITAL_EXPORTED }} label={t`医院管理`} hint={t`合作医院会出现在这里。按 N 新建。`} chosen={chosen} store={store} columns={columns} keyOf={(each) => each.id} onOpen={(each) => (each.can.includes('edit') ? show({ edit: each.id }) : navigate(pageOf('department', each)))}
        tools={adds && <button type="button" className={`${control.button} ${control.primary}`} aria-keyshortcuts="n" onClick={() => show({ new: '1' })}><Trans>新建医院</Trans> <kbd className={control.key} aria-hidden="true">N</kbd></button>}
        lines={3} short={(each) => <ShortHospital row={each} />}
      />
      {((over === 'new' && adds) || over === 'edit') && (
        <HospitalForm
          key={overId} id={over === 'new' ? null : overId} onClose={close} onSaved={({ id }) => (close(), changed(over === 'new' ? id : undefined))}
          verbs={row === undefined ? undefined : (
            <>
              {link('D', t`科室与床位`, pageOf('department', row))}
              {link('P', t`价格与节假日`, pageOf('book', row))}
              {link('M', t`床位图`, pageOf('bed', row))}
              {verb('U', t`谁能看到`, () => navigate(fill(PATH, {}, { ...chosen, account: row.id }), { replace: true, state: history.state }))}
              {row.can.includes('status') && verb('T', row.status === 1 ? t`停用医院` : t`启用医院`, () => (close(), act('status', row)))}
            </>
          )}
        />
      )}
      {over === 'account' && <Access key={overId} id={overId} onClose={close} />}
    </>
  );
}
