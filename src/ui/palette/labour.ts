/** ms: where most of the latest answers of the servers took longer, they are asked when the keys rest, as for who types in haste: work that the next key overtakes keeps that key waiting. */
const LONG = 60;
const LATEST = 5;
let took: readonly number[] = [];

/** Takes the time of a server's answer; of one that was given up, only that it took long. */
export async function timed<T>(answer: Promise<T>): Promise<T> {
  const from = performance.now();
  let came = false;
  try {
    const rows = await answer;
    came = true;
    return rows;
  } finally {
    const ms = performance.now() - from;
    if (came || ms > LONG) took = [...took, ms].slice(-LATEST);
  }
}
/** Whether the servers answer with labour: one small machine that is everything, or a busy one. */
export const isLaboured = (): boolean => took.length === LATEST && took.filter((ms) => ms > LONG).length * 2 > LATEST;
/** Nothing is known of them. */
export const forgetLabour = (): void => void (took = []);
