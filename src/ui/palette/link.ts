import { useEffect, useRef } from 'react';
import { msg } from '@lingui/core/macro';
import { may } from '../../kernel/access.ts';
import type { Area, Command, Viewer } from '../../kernel/area.ts';
import { splitHref } from '../../kernel/href.ts';
import { offered, refusal } from '../../kernel/offered.ts';
import { refusalWords } from '../../kernel/refusal.ts';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { allCommands } from '../command.ts';
import { fetchPart } from '../fetch-part.ts';
import { currentI18n, currentLanguage } from '../language.tsx';
import { currentHref, navigate, onLocation } from '../location.ts';
import { openPalette, palette } from './actor.ts';

const say = (words: { id: string }): string => currentI18n()._(words);
/** Records that one address may name, and of those that there are not so many are named. */
const MOST = 200;
const NAMED = 5;
/** How a business number may be written. */
const NUMBER = /^[\w-]{1,32}$/;
/** What an address asks for besides its page: a command, on which records, with which values. `rest`: the address without it. */
export interface CommandLink {
  id: string;
  command: Command | undefined;
  nos: readonly string[];
  wanted: Readonly<Record<string, string>>;
  rest: string;
}
/** The command in an address, or null. Only what belongs to the command is taken out. */
export function linkOf(href: string, areas: readonly Area[]): CommandLink | null {
  const [path, search] = splitHref(href);
  const query = new URLSearchParams(search);
  const id = query.get('cmd');
  if (id === null) return null;
  const command = allCommands(areas).find((one) => one.id === id);
  const take = (name: string): string | null => {
    const value = query.get(name);
    query.delete(name);
    return value;
  };
  take('cmd');
  // the record that the address leads to, where it names no other
  const nos = command?.on === undefined ? [] : [...new Set((take(command.on) || (new RegExp(`^/${command.on}/([\\w-]*\\d[\\w-]*)$`).exec(path)?.[1] ?? '')).replace(/\bph(?=\d)/gi, 'PH').split(','))].filter((no) => no !== '');
  const wanted = Object.fromEntries((command?.asks ?? []).flatMap((step) => {
    const value = take(step);
    return value === null ? [] : [[step, value] as const];
  }));
  const left = query.toString();
  return { id, command, nos, wanted, rest: left === '' ? path : `${path}?${left}` };
}
/** Why this person may not do it, or null. */
function barred(command: Command, viewer: Viewer): string | null {
  const title = say(command.title);
  if (command.may !== undefined && !may(viewer, command.may)) return say(msg`${title}：你的角色没有这项权限（${command.may}）`);
  return command.on === undefined && !offered(command, { viewer }) ? say(msg`${title}：你的角色没有这个页面`) : null;
}
/** That there are not all of those that are named: what is meant for several is not done to the rest of them unasked. */
function missing(title: string, nos: readonly string[]): string {
  const named = nos.slice(0, NAMED).map((no) => no.slice(0, 32)).reduce((all, no) => say(msg`${all}、${no}`));
  const count = nos.length;
  return say(count > NAMED ? msg`${title}：没有 ${named} 等 ${count} 条，或不在你的范围内` : msg`${title}：没有 ${named}，或不在你的范围内`);
}
/** Who asks, as far as they are still here. */
interface Asker {
  areas: readonly Area[];
  viewer: Viewer;
}
/** Why what an address asks for cannot even be shown, or null once its steps stand filled in. It is never carried out. */
async function open({ id, command, nos, wanted }: CommandLink, asker: () => Asker, gone: () => boolean): Promise<string | null> {
  if (command === undefined) return id.trim() === '' ? null : say(msg`没有“${id}”这个命令`);
  const title = say(command.title);
  const { areas, viewer } = asker();
  const before = barred(command, viewer);
  if (before !== null) return before;
  const things = command.on === undefined ? undefined : areas.find((area) => area.id === command.on)?.steps;
  // such as a hospital, which is asked for on its page alone
  if (command.on !== undefined && things === undefined) return say(msg`${title}：不能从链接打开，到它的页面上选中再办`);
  if (command.on !== undefined && nos.length === 0) return say(msg`${title}：地址里没有写是哪条记录`);
  const several = nos.length > 1;
  const count = nos.length;
  if (several && command.several !== true) return say(msg`${title}：一次只能做一条`);
  if (count > MOST) return say(msg`${title}：地址里有 ${count} 条记录，一次最多 ${MOST} 条`);
  const known = nos.filter((no) => NUMBER.test(no));
  const rows = things === undefined || known.length === 0 ? [] : await (await things.load()).things(known);
  const lost = things === undefined ? [] : nos.filter((one) => !rows.some(({ no }) => no === one));
  if (lost.length > 0) return missing(title, lost);
  const why = rows.length === 1 ? refusal(command, rows[0]!) : null;
  if (why !== null) {
    const what = `${title} · ${rows[0]!.name}`;
    return say(msg`${what}：${refusalWords(why, currentLanguage())}`);
  }
  const { beginStep, underWay } = await fetchPart(() => import(/* webpackChunkName: "palette" */ './step-host.tsx'));
  // who asked for it is here no longer, or may do it no longer
  if (gone()) return null;
  const now = barred(command, asker().viewer);
  if (now !== null) return now;
  // a form stands over the page, which has something to lose
  if (palette.getSnapshot().matches('closed') && document.querySelector('dialog[open]') !== null) return say(msg`${title}：先关闭打开的窗口`);
  // nor is what one is in the middle of put in the place of anything
  const other = underWay();
  if (other !== null) return say(msg`${title}：先办完“${other}”，或关闭面板`);
  if (palette.getSnapshot().matches('closed')) openPalette();
  beginStep(areas, { command, rows, several, wanted });
  return null;
}
/** Hears `?cmd=` in the address while this person is here: it is taken out, so that neither Back nor a reload opens it again, and the command's steps are opened. */
export function useLink(areas: readonly Area[], viewer: Viewer): void {
  const latest = useRef({ areas, viewer });
  useEffect(() => void (latest.current = { areas, viewer }));
  useEffect(() => {
    let gone = false;
    const look = (): void => {
      const now = latest.current;
      const link = linkOf(currentHref(), now.areas);
      if (link === null) return;
      navigate(link.rest, { replace: true, state: history.state });
      open(link, () => latest.current, () => gone).then(
        (words) => !gone && words !== null && announce(words),
        (error: unknown) => {
          if (!gone && !(error instanceof CallFailure && error.code === DROPPED)) announce(error instanceof Error ? error.message : String(error));
        },
      );
    };
    look();
    const deaf = onLocation(look);
    return () => {
      gone = true;
      deaf();
    };
  }, []);
}
