import { useState, type KeyboardEvent } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalWords } from '../../kernel/refusal.ts';
import { TAG_WORDS } from '../../ui/evaluation-tag.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { pressedOf, typing } from '../../ui/key.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { WordsField } from '../../ui/words-field.tsx';
import style from './evaluate.module.css';
import { EVALUATION_SOURCES, order, type OrderDetail } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';
import { SOURCE_WORDS } from './words.ts';

type Source = (typeof EVALUATION_SOURCES)[number];
const AXES = { overall: msg`总体`, skill: msg`技能`, attitude: msg`态度`, discipline: msg`纪律` };
type Axis = keyof typeof AXES;
const MARKS = [1, 2, 3, 4, 5];

/** Those who served and whom this side has not evaluated; `kept` stays among them. */
function leftOf({ stints, evaluations }: OrderDetail, source: Source, kept?: string): { no: string; name: string }[] {
  const served = new Map(stints.filter(({ status }) => status === 'serving' || status === 'ended').map(({ caregiverNo, caregiverName }) => [caregiverNo, caregiverName]));
  for (const done of evaluations) if (done.source === source && done.caregiverNo !== kept) served.delete(done.caregiverNo);
  return [...served].map(([no, name]) => ({ no, name }));
}

/** One evaluation of one caregiver: 1 to 5 by the number keys, tags, words. */
export default function EvaluateForm(props: VerbProps) {
  const { t, i18n } = useLingui();
  const own = useViewer()?.role === 4;
  const sources: readonly Source[] = own ? ['hospital'] : (['family', 'provider'] as const).filter((one) => leftOf(props.detail, one).length > 0);
  const language = useLanguage();
  const verb = useVerb(props, order.evaluate);
  // by whom and for whom; from the first entry on it stands still: marks are never those of another whom a colleague leaves over meanwhile
  const [pinned, pin] = useState('');
  const [source = sources[0] ?? 'family', no = leftOf(props.detail, source)[0]?.no] = (pinned === '' ? [] : pinned.split(' ')) as [Source?, string?];
  const left = leftOf(props.detail, source, no);
  const offered = EVALUATION_SOURCES.filter((one) => one === source || sources.includes(one));
  const carer = left.find((one) => one.no === no);
  const taken = props.detail.evaluations.some((done) => done.source === source && done.caregiverNo === no);
  const [marks, setMarks] = useState<Partial<Record<Axis, number>>>({});
  const [tags, setTags] = useState<readonly string[]>([]);
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState(false);
  const hold = (): void => void (no !== undefined && pin(`${source} ${no}`));
  /** With marks, tags or words the caregiver stays, also one whom the other source has evaluated: then it is said. */
  const turn = (next: Source): void => {
    const then = leftOf(props.detail, next);
    pin(`${next} ${Object.keys(marks).length > 0 || tags.length > 0 || words.trim() !== '' || then.some((one) => one.no === no) ? no : then[0]?.no}`);
  };
  const set = (axis: Axis, mark: number): void => {
    props.touch();
    hold();
    setMarks({ ...marks, [axis]: mark });
  };
  const press = (axis: Axis) => (event: KeyboardEvent<HTMLFieldSetElement>): void => {
    const mark = pressedOf(event.nativeEvent, OWN_KEYS.mark);
    if (mark < 0 || (typing(event.target) && !(event.target as HTMLElement).matches('[type=radio]'))) return;
    event.preventDefault();
    set(axis, mark + 1);
    // from another radio Tab would go to the one that is checked, and the next number would overwrite this one
    event.currentTarget.querySelectorAll('input')[mark]!.focus();
  };
  return (
    <VerbForm
      verb={verb} action={t`提交评价`} first="overall" leave={props.leave}
      onSubmit={(form) => {
        const { overall } = marks;
        setWrong(overall === undefined);
        if (taken) return form.querySelector<HTMLElement>('select, p[tabindex]')!.focus();
        if (overall === undefined || carer === undefined) return form.querySelector<HTMLInputElement>('[name=overall]')?.focus();
        const content = words.trim();
        const optional = Object.fromEntries((['skill', 'attitude', 'discipline'] as const).flatMap((axis) => (marks[axis] === undefined ? [] : [[axis, marks[axis]]])));
        void verb.submit({ caregiverNo: carer.no, source, overall, ...optional, tags: [...tags], ...(content === '' ? {} : { content }) });
      }}
    >
      {/* so that it is kept with what was entered, also where it is what stood there */}
      <input type="hidden" name="whose" value={pinned} onInput={({ currentTarget }) => pin(currentTarget.value)} />
      {left.length > 1 ? (
        <label className={control.field}><span className={control.label}><Trans>护工</Trans></span><select name="carer" className={control.input} value={no} onChange={(event) => pin(`${source} ${event.target.value}`)}>{left.map(({ no, name }) => <option key={no} value={no}>{name} {no}</option>)}</select></label>
      ) : <p>{carer === undefined ? t`服务过的护工都已评价` : t`评价 ${carer.name}（${carer.no}）`}</p>}
      {offered.length > 1 && <label className={control.field}><span className={control.label}><Trans>谁的评价</Trans></span><select name="source" className={control.input} value={source} onChange={(event) => turn(event.target.value as Source)}>{offered.map((one) => <option key={one} value={one}>{i18n._(SOURCE_WORDS[one])}</option>)}</select></label>}
      {/* below the choices: where there is none it gets the cursor */}
      <p className={control.error} tabIndex={-1} aria-live="polite">{taken ? refusalWords('evaluated', language) : null}</p>
      {(Object.keys(AXES) as Axis[]).map((axis) => (
        // number keys of its radios, on their way up
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <fieldset key={axis} className={style.axis} onKeyDown={press(axis)} aria-describedby={axis === 'overall' ? 'overall-error' : undefined}>
          <legend className={control.label}>{i18n._(AXES[axis])}{axis === 'overall' ? '' : t`（可不填）`}</legend>
          {MARKS.map((mark) => (
            <label key={mark} className={style.mark}><input type="radio" name={axis} value={mark} checked={marks[axis] === mark} onChange={() => set(axis, mark)} /><span>{mark}</span></label>
          ))}
        </fieldset>
      ))}
      <p id="overall-error" className={control.error} aria-live="polite">{wrong && marks.overall === undefined ? t`按 1 至 5 给出总体评分` : null}</p>
      <p className={control.hint}><Trans>光标在某项上时按 1 至 5 打分，5 为最好。</Trans></p>
      <fieldset className={style.axis}>
        <legend className={control.label}><Trans>标签（可不填）</Trans></legend>
        {Object.entries(TAG_WORDS).map(([tag, words]) => (
          <label key={tag} className={style.mark}><input type="checkbox" name="tag" value={tag} checked={tags.includes(tag)} onChange={() => { hold(); setTags(tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag]); }} /><span>{i18n._(words)}</span></label>
        ))}
      </fieldset>
      <WordsField label={t`评语（可不填）`} name="content" maxLength={1000} value={words} error={null} onChange={(next) => { hold(); setWords(next); }} />
    </VerbForm>
  );
}
