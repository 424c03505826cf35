import { msg } from '@lingui/core/macro';
import type { SnapshotFrom } from 'xstate';
import type { stepMachine } from '../../../machines/step.ts';
import type { Choice, Command, StepAt, StepKind, StepTrial } from '../../kernel/area.ts';
import { formatOf } from '../format.ts';
import { currentI18n, currentLanguage } from '../language.tsx';
import control from '../style/control.module.css';
import type { Mode } from './mode.ts';
import style from './step.module.css';

/** Words in the interface language. */
export const say = (words: { id: string }): string => currentI18n()._(words);
/** What a step has to choose from. Rows of an older text stay until the new ones are here. */
export interface Shown {
  step: string;
  text: string;
  rows: readonly Choice[];
  pending: boolean;
  failure: string | null;
}
interface Stage {
  about: { command: Command; on: string };
  now: SnapshotFrom<typeof stepMachine>;
  kind: StepKind | undefined;
  shown: Shown | null;
  trial: StepTrial | null;
  /** Each that failed in the last run, and why. */
  failed: readonly string[];
  /** How far the sending is. */
  progress: string | null;
  /** Stops what is being done to several after the one under way. */
  stop: (() => void) | undefined;
  at: StepAt;
  text: string;
  choose: (step: string, choice: Choice) => void;
  confirm: () => void;
  /** Asks once more for what could not be had. */
  again: () => void;
}
const alert = (words: string | null) => (words === null ? null : <p className={control.error} role="alert">{words}</p>);

/** A step as the palette draws it: chips, rows, what Enter does. */
export function modeOf({ about: { command, on }, now, kind, shown, trial, failed, progress, stop, at, text, choose, confirm, again }: Stage): Mode {
  const { under, words } = now.context;
  const title = say(command.title);
  const chips = [
    { id: command.id, words: on === '' ? title : `${title} · ${on}`, ...(command.grave ? { tone: 'danger' as const } : {}) },
    ...under!.values.map(({ label, fixed }, i) => ({ id: under!.asks[i]!, words: label, ...(fixed ? { tone: 'neutral' as const } : {}) })),
  ];
  const base = { id: `${command.id} ${under!.values.length}`, chips };
  const whom = chips.map(({ words: one }) => one).reduce((all, one) => say(msg`${all}，${one}`));
  if (now.matches('asking')) {
    const { step, rows, pending, failure, text: answered } = shown!;
    const none = !pending && failure === null && rows.length === 0 && text.trim() !== '';
    const asks = kind === undefined ? '' : say(kind.asks);
    const title = kind === undefined ? '' : say(kind.title);
    const of = rows.length === 0 ? null : (kind?.of?.(at) ?? null);
    return {
      ...base, asks, ...(kind === undefined ? {} : { said: say(msg`${whom}。${asks}`) }), heading: of === null ? title : say(msg`${title} · ${of}`), text: answered, rows, pending,
      note: failure !== null ? alert(failure) : none ? say(msg`没有“${text}”可以选`) : undefined,
      act: failure !== null && rows.length === 0 ? say(msg`再试一次`) : rows.length === 0 ? undefined : say(msg`下一步`),
      choose: (choice) => (choice === null ? failure !== null && again() : choose(step, choice)),
    };
  }
  const ready = now.matches({ confirming: 'ready' }) && now.context.fits > 0;
  const sending = now.matches('sending');
  const many = trial !== null && trial.all > 1 ? ` ${formatOf(currentLanguage()).number(trial.fits)}` : '';
  const whys = sending || trial === null ? [] : trial.whys;
  const stopping = sending && progress !== null && stop === undefined;
  const said = sending ? (stopping ? say(msg`${progress}。做完这一张就停下`) : (progress ?? say(msg`正在办理`))) : trial !== null && !now.matches({ confirming: 'checking' }) ? trial.words : now.matches({ confirming: 'checking' }) ? say(msg`正在试算`) : null;
  return {
    ...base, id: `${base.id} confirm`, asks: sending ? say(msg`正在办理`) : ready ? say(msg`Enter 确认，⌫ 退一步`) : say(msg`⌫ 退一步`), heading: say(msg`确认`), text, rows: [], pending: sending || now.matches({ confirming: 'checking' }),
    ...(said === null ? {} : { said, shown: true as const }),
    note: (
      <div className={style.trial}>
        {whys.length > 0 && <ul className={style.whys}>{whys.map((why) => <li key={why}>{why}</li>)}</ul>}
        {alert(words)}
        {failed.length > 0 && <ul className={style.whys} data-scroll aria-label={say(msg`没有成功的`)}>{failed.map((why) => <li key={why}>{why}</li>)}</ul>}
      </div>
    ),
    act: text !== '' ? undefined : now.matches({ confirming: 'blocked' }) ? say(msg`再试一次`) : ready ? (command.goes === undefined ? `${title}${many}` : trial!.words) : undefined,
    ...(sending ? { sending: stop === undefined ? {} : { stop } } : {}),
    choose: confirm,
  };
}
