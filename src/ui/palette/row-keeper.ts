import type { Group, Row } from './rank.ts';

const sameMarks = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((at, i) => at === b[i]);
/** Whether two rows of one id are the same picture. */
function alike(a: Row, b: Row): boolean {
  if (a.title !== b.title || !sameMarks(a.marks, b.marks)) return false;
  if (a.kind === 'command' && b.kind === 'command') return a.on === b.on && a.why === b.why && a.kept === b.kept && a.several === b.several && a.tier === b.tier && a.command.keys === b.command.keys;
  if (a.kind === 'record' && b.kind === 'record') {
    const [one, other] = [a.record, b.record];
    return a.recent === b.recent && a.tier === b.tier && a.typed === b.typed && sameMarks(a.beside, b.beside) && one.why === other.why && one.detail === other.detail && one.trailing === other.trailing && one.status?.words === other.status?.words && one.to === other.to;
  }
  return a.kind === b.kind && (a.kind === 'scope' || (a.kind === 'key' && b.kind === 'key' && a.keys === b.keys) || (a.kind === 'jump' && b.kind === 'jump' && a.jump.to === b.jump.to) || (a.kind === 'choice' && b.kind === 'choice' && a.choice === b.choice));
}
/** Hands out the row of before where the new one would be drawn just alike: then nothing of it is drawn again. */
export function rowKeeper(): (groups: readonly Group[]) => readonly Group[] {
  let before = new Map<string, Row>();
  return (groups) => {
    const now = new Map<string, Row>();
    const kept = groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => {
        const known = before.get(row.id);
        const drawn = known !== undefined && alike(known, row) ? known : row;
        now.set(row.id, drawn);
        return drawn;
      }),
    }));
    before = now;
    return kept;
  };
}
