import { flushSync } from 'react-dom';
import { msg } from '@lingui/core/macro';
import type { StepAt, StepTrial } from '../../kernel/area.ts';
import { CallFailure } from '../call.ts';
import { runCommand } from '../effect.ts';
import { formatOf } from '../format.ts';
import { isStill } from '../here.ts';
import { currentI18n, currentLanguage } from '../language.tsx';
import { palette } from './actor.ts';

/** Milliseconds that the record of an address has to come to its page, and how often one looks. */
const COMES = 1_500;
const LOOKS = 100;

/** A command without steps, that is only to say what it will do before it is done. It acts on what has the focus or is selected, which must be what was shown. @throws CallFailure where it is not */
export async function directTrial({ command, rows, several, whole, count }: StepAt, signal: AbortSignal): Promise<StepTrial> {
  const say = (words: { id: string }): string => currentI18n()._(words);
  const title = say(command.title);
  const many = formatOf(currentLanguage()).number(count);
  const [first] = rows;
  const aim = (): void => {
    if (first === undefined || isStill({ on: command.on, rows, several, whole })) return;
    throw new CallFailure(0, 0, several ? say(msg`先在列表里只选中这 ${many} 条，再做“${title}”`) : say(msg`先打开 ${first.name}，再做“${title}”`));
  };
  // the one of an address may be on its way to the page; a selection never is
  for (const from = Date.now(); first !== undefined && !several && !signal.aborted && Date.now() - from < COMES && !isStill({ on: command.on, rows, several, whole }); ) await new Promise((then) => setTimeout(then, LOOKS));
  aim();
  const words = several ? say(msg`对选中的 ${many} 条做“${title}”`) : first === undefined ? say(command.goes === undefined ? msg`执行“${title}”` : msg`前往“${title}”`) : say(msg`对 ${first.name} 做“${title}”`);
  return {
    fits: 1, all: 1, whys: [], words,
    run: async () => {
      aim();
      flushSync(() => palette.send({ type: 'close' }));
      runCommand(command, several);
      return { words };
    },
  };
}
