import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { mayPass, refusal } from '../../kernel/offered.ts';
import { refusalWords } from '../../kernel/refusal.ts';
import { announce } from '../announce.tsx';
import { useKey } from '../bound-key.tsx';
import { fetchPart } from '../fetch-part.ts';
import { here } from '../here.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { currentI18n, currentLanguage } from '../language.tsx';
import { openPalette, palette } from './actor.ts';
import { lastDone } from './last.ts';

const say = (words: { id: string }): string => currentI18n()._(words);
/** Shows in the palette what the last command will do to what one is at, with the values it had; Enter does it. Says why where it does nothing. */
function repeat(areas: readonly Area[]): void {
  const last = lastDone();
  if (last === null) return announce(say(msg`还没有能重复的命令`));
  const { command, values } = last;
  const title = say(command.title);
  const place = here();
  if (command.once === true) return announce(say(msg`“${title}”不能重复`));
  if (place?.on !== command.on) return announce(say(msg`上一条是“${title}”，这里没有它能做的记录`));
  const several = command.several === true && place!.selection.length > 0;
  if (!several && place!.row === null) return announce(say(msg`先打开或移到一条记录`));
  const why = several ? null : refusal(command, place!.row!);
  if (why !== null && !mayPass(why)) return announce(say(msg`${title}：${refusalWords(why, currentLanguage())}`));
  openPalette();
  // without its code the palette says so itself
  fetchPart(() => import(/* webpackChunkName: "palette" */ './step-begin.ts')).then(({ beginAt }) => !palette.getSnapshot().matches('closed') && beginAt(areas, command, several, place, values), () => {});
}
/** The key that repeats the last command here. */
export function useRepeat(areas: readonly Area[]): void {
  useKey(OWN_KEYS.repeat, () => repeat(areas));
}
