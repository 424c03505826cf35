// Time from an act to the frame that shows its result, and the lines that report it.

/** One frame, ms: differences below it mean nothing. */
const FLOOR = 16.7;
/** The page's own size, the same for ours and the peers. */
export const VIEWPORT = { width: 1280, height: 800 };
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const p95 = (list) => list.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(list.length * 0.95) - 1)];
const round = (n, digits = 1) => Number(n.toFixed(digits));

/** Fewer samples than this have no 95th percentile worth the name. */
const ENOUGH = 20;
function summary(rounds) {
  const all = rounds.flat();
  return { value: round(median(rounds.map(median))), ...(all.length < ENOUGH ? {} : { p95: round(p95(all)) }) };
}
function isMet(line, { frame = 0, ...most }) {
  const within = { value: () => line.value, p95: () => line.p95, ratio: () => (line.value - frame) / line.peer.value, ratioP95: () => (line.p95 - frame) / line.peer.p95 };
  return Object.entries(most).every(([name, limit]) => within[name]() <= limit);
}
/**
 * Prints one measure as a JSON line. `rounds`: the samples of each round; `value` is the median of the rounds' medians, `p95` is over all
 * samples. A peer was measured in turn with ours; `ratio` (of values) and `ratioP95` are ours by the peer's. `floor` where frames were counted.
 * `most`: the target that the value is to stay within, or by name what `value`, `p95`, `ratio` and `ratioP95` are; `frame`: a ratio may be
 * missed by this many ms, below which nothing can be seen. `met` says whether all do.
 */
export function report(name, unit, rounds, peer, most) {
  const line = { name, unit, ...summary(rounds), rounds: rounds.length };
  if (peer !== undefined) {
    line.peer = { name: peer.name, ...summary(peer.rounds) };
    if (line.peer.value > 0) line.ratio = round(line.value / line.peer.value, 2);
    if (line.peer.p95 > 0) line.ratioP95 = round(line.p95 / line.peer.p95, 2);
    if (peer.framed && unit === 'ms') line.floor = FLOOR;
  }
  if (most !== undefined) Object.assign(line, { target: most, met: isMet(line, typeof most === 'number' ? { value: most } : most) });
  console.log(JSON.stringify(line));
}

/**
 * Arms the page, runs `act`, and answers the ms from its keydown or click to the frame that shows the result: the first frame whose
 * document meets `predicate` (run in the page with `argument`), until the message that follows its paint. The source is evaluated
 * from outside the page, because the console's content security policy lets nothing be evaluated inside.
 */
export async function painted(page, act, predicate, argument) {
  const arm = (shown, given) => {
    let began = null;
    const first = (event) => {
      if (event.key === 'Control') return;
      began = event.timeStamp;
      for (const type of ['keydown', 'click']) removeEventListener(type, first, true);
    };
    for (const type of ['keydown', 'click']) addEventListener(type, first, true);
    window.__bench = new Promise((done, fail) => {
      const armed = performance.now();
      const look = () => {
        if (began !== null && shown(given)) {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => done(performance.now() - began);
          channel.port2.postMessage(0);
        } else if (performance.now() - armed > 10_000) fail(new Error(`never shown: ${shown} ${JSON.stringify(given)}`));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  };
  await page.evaluate(`(${arm})(${predicate}, ${JSON.stringify(argument)})`);
  await act();
  return page.evaluate(() => window.__bench);
}
/** Scrolls `selector` by `step` px a frame for `ms` and answers the gaps between frames, ms. Throws when there was not enough to scroll. */
export const frames = (page, selector, step, ms) =>
  page.evaluate(([sel, by, long]) => new Promise((done, fail) => {
    const box = document.querySelector(sel), gaps = [];
    box.scrollTop = 0;
    let began = null, last = 0;
    const tick = (now) => {
      if (began === null) began = now;
      else gaps.push(now - last);
      last = now;
      const was = box.scrollTop;
      box.scrollTop += by;
      if (box.scrollTop === was) fail(new Error(`${sel} ended at ${was}`));
      else if (now - began < long) requestAnimationFrame(tick);
      else done(gaps);
    };
    requestAnimationFrame(tick);
  }), [selector, step, ms]);
