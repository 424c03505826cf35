// The people of a load, in a process of their own: told what to do by its parent, answers what they saw.
import { setTimeout as sleep } from 'node:timers/promises';
import { deedsOf } from './load-action.mjs';
import { openConsole } from './load-console.mjs';
import { openWire } from './load-wire.mjs';

const now = () => performance.now();
/** Think time, ms: of its mean, seldom long. */
const thought = (mean) => -Math.log(1 - Math.random()) * mean;

async function run({ origins, people, thinkMs, comeMs, minutes }) {
  let phase = 'come';
  const wire = openWire(origins, () => phase);
  let over = false;
  const open = [];
  let late = 0;
  const underWay = new Set();
  /** Things fall due whether the last is done or not: who waits for a slow server is not spared the next. */
  async function live(person, comes) {
    await sleep(comes);
    const console = openConsole(wire, person);
    open.push(console);
    const deeds = deedsOf(wire, console, person);
    await deeds.arrive();
    let due = now() + thought(thinkMs);
    while (!over) {
      await sleep(Math.max(0, due - now()));
      if (over) break;
      late = Math.max(late, now() - due);
      const deed = deeds.next(due).catch((error) => wire.note(`driver: ${error.stack.slice(0, 300)}`));
      underWay.add(deed);
      void deed.finally(() => underWay.delete(deed));
      due += thought(thinkMs);
    }
  }
  const all = people.map((person, i) => live(person, (i / people.length) * comeMs).catch((error) => wire.note(`driver: ${error.stack.slice(0, 300)}`)));
  // who comes in reads the whole index of the palette: that is over before the day is measured
  await sleep(comeMs + 30_000);
  phase = 'work';
  process.send({ phase });
  await sleep(minutes * 60_000);
  phase = 'end';
  const streams = wire.told().seen.streams;
  over = true;
  await Promise.race([Promise.all([...all, ...underWay]), sleep(10_000)]);
  for (const console of open) console.close();
  return { ...wire.told(), streams, late };
}
process.once('message', (config) => {
  void run(config).then(
    (told) => process.send(told, () => process.exit(0)),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
