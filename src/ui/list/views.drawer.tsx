import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Layout, ListName } from '../../kernel/list.ts';
import { announce } from '../announce.tsx';
import { KeyCap, useKeyProps } from '../bound-key.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { Drawer } from '../drawer.tsx';
import { Field as TextField } from '../field.tsx';
import { LIST_KEYS, OWN_KEYS } from '../key-entry.ts';
import { heldBack } from '../leave.ts';
import { navigate } from '../location.ts';
import { Remove } from '../remove.tsx';
import { roleWords } from '../role.ts';
import { SelectField } from '../select-field.tsx';
import { focusField, sendByKey } from '../submit.ts';
import control from '../style/control.module.css';
import type { FieldOption } from './condition.ts';
import type { Chosen } from './filter.tsx';
import type { View, ViewDraft } from './memory-source.ts';
import { useViews, withViews } from './memory.ts';
import style from './tool.module.css';
import { addressOf, queryFor, viewShown, viewsOf } from './view.ts';

/** Body code of a name that is taken. */
const TAKEN = 40903;
type Shared = View['shared'];
const sharedText = (shared: Shared): string => (shared === null ? '' : 'role' in shared ? `role ${shared.role}` : `hospital ${shared.hospitalId}`);
function sharedOf(text: string): Shared {
  const [kind, value = ''] = text.split(' ');
  return kind === 'role' ? { role: Number(value) as 1 | 2 | 3 | 4 } : kind === 'hospital' ? { hospitalId: value } : null;
}
interface ViewsProps {
  list: ListName;
  chosen: Chosen;
  layout: Layout;
  /** Hospitals that a view can be shared with. */
  hospitals: readonly FieldOption[];
  onClose: () => void;
}

/** The views of a list: open one, keep what is shown as one, share, rename, put in order, remove. */
export default function ViewsDrawer({ list, chosen, layout, hospitals, onClose }: ViewsProps) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const all = viewsOf(useViews(), list);
  const here = viewShown(all, list, chosen);
  // the view that is being changed; null: a new one
  const [editing, setEditing] = useState<View | null>(here?.own === true ? here : null);
  const [name, setName] = useState(editing?.name ?? '');
  const [shared, setShared] = useState(sharedText(editing?.shared ?? null));
  const [withColumns, setWithColumns] = useState(editing === null ? true : editing.layout !== null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  // what is about no field
  const [failed, setFailed] = useState<string | null>(null);
  const edit = (view: View | null): void => {
    setEditing(view);
    setName(view?.name ?? '');
    setShared(sharedText(view?.shared ?? null));
    setWithColumns(view === null ? true : view.layout !== null);
    setWrong(null);
  };
  async function work(what: Parameters<typeof withViews<unknown>>[0], words: string): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setWrong(null);
    setFailed(null);
    try {
      await withViews(what);
      announce(words);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === TAKEN) setWrong(error.message);
      else if (error.code !== DROPPED) setFailed(error.message);
      return false;
    } finally {
      setBusy(false);
    }
  }
  async function save(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (name.trim() === '') {
      setWrong(t`输入名称`);
      return focusField(form.current!, 'view');
    }
    const places = all.filter(({ own }) => own).map(({ place }) => place);
    const draft: ViewDraft = { name: name.trim(), query: queryFor(chosen), layout: withColumns ? layout : null, shared: sharedOf(shared), place: editing?.place ?? Math.min(1000, Math.max(0, ...places.map((place) => place + 1))) };
    if (await work((memory) => (editing === null ? memory.addView(list, draft) : memory.changeView(editing.id, { ...draft, version: editing.version })), t`视图已保存`)) onClose();
  }
  // the view that is to be removed; then the place where it stood
  const [removing, setRemoving] = useState<View | number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // its button is gone, with the focus
    if (typeof removing === 'number') (form.current!.querySelector<HTMLElement>(`li:nth-child(${removing + 1}) button, li:last-child button`) ?? (form.current!.elements.namedItem('view') as HTMLElement)).focus();
  }, [removing]);
  const removed = (view: View): void => {
    setRemoving(all.indexOf(view));
    if (editing?.id === view.id) edit(null);
    announce(t`视图已删除`);
  };
  const move = (view: View, by: 1 | -1): void => {
    const own = all.filter((one) => one.own);
    const other = own[own.indexOf(view) + by];
    if (other === undefined) return;
    const order = own.map((one) => (one === view ? other : one === other ? view : one));
    void work(async (memory) => {
      for (const [place, one] of order.entries()) {
        const { name: called, query, layout: columns, shared: withWhom, version } = one;
        if (one.place === place) continue;
        const now = await memory.changeView(one.id, { name: called, query, layout: columns, shared: withWhom, place, version });
        // one's own deed is no conflict for what is being written
        setEditing((then) => (then?.id === now.id ? now : then));
      }
    }, t`顺序已保存`);
  };
  const open = (view: View): void => {
    const go = (): void => navigate(addressOf(view));
    // what is written here goes with the drawer, not with the address: it is asked about first, and closes then
    if (heldBack(go)) return;
    onClose();
    go();
  };
  const toWhom = ({ own, owner, shared: whom }: View): string => (!own ? t`${owner} 共享` : whom === null ? '' : 'role' in whom ? i18n._(roleWords(whom.role)) : (hospitals.find(({ value }) => value === whom.hospitalId)?.label ?? ''));
  return (
    <Drawer title={t`视图`} onClose={onClose} dirty={() => name.trim() !== (editing?.name ?? '') || shared !== sharedText(editing?.shared ?? null) || withColumns !== (editing?.layout !== null)}>{(leave) => (
      <>
        {/* keys of its fields: it is no control itself */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form ref={form} className={control.form} noValidate onSubmit={(event) => void save(event)} onKeyDown={sendByKey}>
          {all.length > 0 && (
            <ul className={style.columns} aria-label={t`视图`}>
              {all.map((view, place) => (
                <li key={view.id} className={style.column}>
                  <button type="button" className={`${control.button} ${control.quiet} ${style.name}`} aria-current={view === here ? 'true' : undefined} onClick={() => open(view)}>{place < 9 && <KeyCap of={LIST_KEYS.view} nth={place} />} {view.name} <small className={control.hint}>{toWhom(view)}</small></button>
                  {view.own && (
                    <>
                      <button type="button" className={`${control.button} ${control.quiet}`} aria-label={t`前移 ${view.name}`} onClick={() => move(view, -1)}>↑</button>
                      <button type="button" className={`${control.button} ${control.quiet}`} aria-label={t`后移 ${view.name}`} onClick={() => move(view, 1)}>↓</button>
                      <button type="button" className={`${control.button} ${control.quiet}`} aria-label={t`修改 ${view.name}`} aria-pressed={editing?.id === view.id} onClick={() => edit(view)}><Trans>修改</Trans></button>
                      <button type="button" className={`${control.button} ${control.quiet} ${control.danger}`} aria-label={t`删除 ${view.name}`} onClick={() => setRemoving(view)}><Trans>删除</Trans></button>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          {failed !== null && <p role="alert" className={control.error}>{failed}</p>}
          <h3 className={control.label}>{editing === null ? t`把现在的筛选和排序存成视图` : t`修改“${editing.name}”，用现在的筛选和排序`}</h3>
          <TextField label={t`名字`} name="view" maxLength={40} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} error={wrong} />
          <SelectField label={t`共享给`} name="shared" value={shared} onChange={setShared} none={t`只有自己`} options={[...[1, 2, 3, 4].map((role) => ({ value: `role ${role}`, label: i18n._(roleWords(role)) })), ...hospitals.map(({ value, label }) => ({ value: `hospital ${value}`, label }))]} />
          <label className={style.choice}><input type="checkbox" checked={withColumns} onChange={(event) => setWithColumns(event.target.checked)} /> <Trans>列也一起存</Trans></label>
          <div className={control.actions}>
            <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy} {...keys(OWN_KEYS.send)}><Trans>保存</Trans> <KeyCap of={OWN_KEYS.send} /></button>
            {editing !== null && <button type="button" className={control.button} onClick={() => edit(null)}><Trans>另存为新视图</Trans></button>}
            <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>关闭</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
          </div>
        </form>
        {typeof removing === 'object' && removing !== null && (
          <Remove
            page={removing.id} title={t`删除视图“${removing.name}”？`} text={removing.shared === null ? t`不能撤销。` : t`共享给的人也不再有它。不能撤销。`} body={removing.id}
            work={() => withViews((memory) => memory.removeView(removing.id))} onRemoved={() => removed(removing)} onClose={() => setRemoving(all.some(({ id }) => id === removing.id) ? null : 0)}
          />
        )}
      </>
    )}</Drawer>
  );
}
