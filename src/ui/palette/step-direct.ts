import { msg } from '@lingui/core/macro';
import type { StepAt, StepTrial } from '../../kernel/area.ts';
import { CallFailure } from '../call.ts';
import { flushSync } from 'react-dom';
import { runCommand } from '../effect.ts';
import { formatOf } from '../format.ts';
import { here } from '../here.ts';
import { currentI18n, currentLanguage } from '../language.tsx';
import { palette } from './actor.ts';

/** A command without steps, that is only to say what it will do before it is done. It acts on what has the focus, which must be what was shown. */
export function directTrial({ command, rows, several }: StepAt): StepTrial {
  const say = (words: { id: string }): string => currentI18n()._(words);
  const title = say(command.title);
  const [first] = rows;
  const words = several ? say(msg`对选中的 ${formatOf(currentLanguage()).number(rows.length)} 条做“${title}”`) : first === undefined ? say(msg`执行“${title}”`) : say(msg`对 ${first.name} 做“${title}”`);
  return {
    fits: 1, all: 1, whys: [], words,
    run: async () => {
      if (first !== undefined && !several && here()?.row?.no !== first.no) throw new CallFailure(0, 0, say(msg`先打开 ${first.name}，再做“${title}”`));
      flushSync(() => palette.send({ type: 'close' }));
      runCommand(command, several);
      return { words };
    },
  };
}
