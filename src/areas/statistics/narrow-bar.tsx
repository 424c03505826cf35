import { useCallback, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { KeyCap, useKey, useKeyProps } from '../../ui/bound-key.tsx';
import { call } from '../../ui/call.ts';
import type { Choice } from '../../ui/choice.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { useDictionary } from '../../ui/dictionary.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { Clear } from '../../ui/list/clear.tsx';
import { useNarrow } from '../../ui/list/measure.ts';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import { book } from '../book/contract.ts';
import { caregiver } from '../caregiver/contract.ts';
import { hospital } from '../hospital/contract.ts';
import { PAY_METHODS } from '../order/contract.ts';
import { NARROW } from './question.ts';
import type { Narrowed } from './contract.ts';
import style from './statistics.module.css';
import { useVisit } from './use-visit.ts';

type Name = (typeof NARROW)[number];
/** The choices of the filters, what a value is called while its name is on its way (itself), and how it is said. `home`: the hospital of a department that is named alone, null: it has none, undefined: that is not known. `empty`: there are no figures; whoever has some is somebody, though no longer here. */
export function useNarrowing(narrowed: Narrowed, home: string | null | undefined, empty: boolean): { labels: Record<Name, string>; options: Record<Exclude<Name, 'caregiver'>, readonly { value: string; label: string }[]>; nameOf: (name: Name) => string | null; lost: readonly Name[]; none: (name: Name) => string; said: (name: Name) => string } {
  const { t } = useLingui();
  const { label: methodOf } = useDictionary('pay_method');
  const hospitals = useRead(hospital.options).data;
  const departments = useRead(hospital.departments, { params: { id: narrowed.hospital ?? '0' } }, { asks: narrowed.hospital !== undefined }).data;
  const services = useRead(book.services).data;
  const carers = useRead(caregiver.find, { query: { q: narrowed.caregiver ?? '-' } }, { asks: narrowed.caregiver !== undefined }).data;
  const known = { hospital: hospitals, department: narrowed.hospital !== undefined ? departments : home === null ? [] : undefined, service: services, method: undefined, caregiver: empty ? carers?.map(({ row }) => ({ id: row.staffNo })) : undefined };
  const named = (all: readonly { id: string; name: string }[] = []) => all.map(({ id, name }) => ({ value: id, label: name }));
  const options = { hospital: named(known.hospital), department: named(known.department), service: named(services), method: PAY_METHODS.map((value) => ({ value, label: methodOf(value) || value })) };
  const labels = { hospital: t`医院`, department: t`科室`, service: t`服务`, method: t`支付方式`, caregiver: t`护工` };
  const nameOf = (name: Name): string | null => {
    const value = narrowed[name];
    if (value === undefined) return null;
    if (name === 'caregiver') return carers?.find(({ row }) => row.staffNo === value)?.row.name ?? value;
    return options[name].find((one) => one.value === value)?.label ?? value;
  };
  // what an address names and nobody knows, or is out of reach
  const lost = NARROW.filter((name) => narrowed[name] !== undefined && known[name]?.every(({ id }) => id !== narrowed[name]));
  const none = (of: Name, name = labels[of].toLowerCase()): string => t`没有这个${name}，或不在你的范围内。`;
  const said = (of: Name): string => (lost.includes(of) ? none(of) : `${labels[of]} · ${nameOf(of)}`);
  return { labels, options, nameOf, lost, none, said };
}
/** A caregiver by name, pinyin or staff number; its value is the number. */
async function findCaregivers(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  if (text === '') return [];
  return (await call(caregiver.find, { query: { q: text }, signal })).map(({ row }) => ({ value: row.staffNo, label: row.name, detail: row.staffNo, trailing: row.hospitals[0] }));
}

/** What the figures are narrowed to; `f` leads to the first. Folded on a narrow screen until it is asked for or used. */
export function NarrowBar({ narrowed, narrowing, change }: { narrowed: Narrowed; narrowing: ReturnType<typeof useNarrowing>; change: (change: Record<string, string | null>, replace?: boolean) => void }) {
  const { t } = useLingui();
  const keys = useKeyProps();
  const narrow = useNarrow();
  const [wanted, setWanted] = useState(false);
  /** Counts clearings: what was typed and not taken goes too. */
  const [cleared, setCleared] = useState(0);
  const first = useRef<HTMLFieldSetElement>(null);
  const visit = useVisit();
  const used = NARROW.some((name) => narrowed[name] !== undefined);
  const open = !narrow || wanted || used;
  const focus = useCallback(() => requestAnimationFrame(() => first.current?.querySelector<HTMLElement>('select, input')?.focus()), []);
  useKey(LIST_KEYS.filter, () => {
    visit.come();
    setWanted(true);
    if (open) first.current?.querySelector<HTMLElement>('select, input')?.focus();
    else focus();
  });
  const { labels, options, nameOf, lost, none } = narrowing;
  const choose = (name: Name, value: string, again = false): void => change(name === 'hospital' ? { hospital: value, department: null } : { [name]: value }, again);
  const clear = (): void => {
    // its button, the last of the bar, goes
    if (first.current!.lastElementChild === document.activeElement) {
      setWanted(true);
      focus();
    }
    change(Object.fromEntries(NARROW.map((name) => [name, null])));
    setCleared(cleared + 1);
  };
  const carer = narrowed.caregiver;
  const how = t`键入姓名、拼音或工号`;
  return (
    // Escape out of any of them
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset ref={first} className={style.bar} aria-label={t`筛选`} onKeyDown={visit.props.onKeyDown}>
      {narrow && <button type="button" className={`${control.button} ${control.quiet}`} aria-expanded={open} {...keys(LIST_KEYS.filter)} onClick={() => setWanted(!wanted)}>{t`筛选`} <KeyCap of={LIST_KEYS.filter} /></button>}
      {open && NARROW.map((name) => {
        if (name === 'caregiver') {
          const chosen = carer === undefined ? null : { value: carer, label: nameOf('caregiver') ?? carer };
          return <div key={`${name}${cleared}`} className={style.combo}><Combobox label={labels.caregiver} name="caregiver" value={chosen} choices={findCaregivers} error={null} placeholder={t`全部`} empty={how} lost={`${none(name)} ${how}`} onChange={(one) => choose('caregiver', one?.value ?? '')} /></div>;
        }
        const value = narrowed[name] ?? '';
        const all = options[name];
        const shown = value === '' || all.some((one) => one.value === value) ? all : [{ value, label: lost.includes(name) ? '—' : value }, ...all];
        const waits = name === 'department' && narrowed.hospital === undefined && value === '';
        return (
          <label key={name} className={style.field}>
            {labels[name]}
            <select className={control.input} value={value} disabled={waits} onFocus={visit.props.onFocus} onChange={(event) => choose(name, event.target.value, visit.again())}>
              <option value="">{waits ? t`先选医院` : t`全部`}</option>
              {shown.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
            </select>
          </label>
        );
      })}
      {used && <Clear clear={clear} />}
    </fieldset>
  );
}
