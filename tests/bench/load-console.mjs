// One open console: what it asks by itself when something changes, at the pace of the real one.
import { address } from './load-address.mjs';

/**
 * ms, as in the console: ui/batches.ts (lists and records), ui/palette/feed.ts (the index), ui/notice/watch.ts, areas/dashboard/pace.ts.
 * Change them together.
 */
const PACE = { list: { first: 250, most: 8_000 }, around: { first: 250, most: 20_000 }, index: { first: 250, most: 15_000 }, notice: { first: 2_500, most: 15_000 }, dashboard: { after: 500, apart: 5_000, jitter: 1_000 } };
const between = (least, most) => least + Math.random() * (most - least);

/** Asks soon after a call, and never sooner than `apart` after the last. */
function paced({ after, apart, jitter }, ask) {
  let last = -Infinity;
  let timer;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      last = performance.now();
      ask();
    }, Math.max(after, last + apart - performance.now()) + between(0, jitter));
  };
}

/** How long to gather, as ui/gather.ts. */
function gathering({ first, most }) {
  let wait = first;
  let ends = -Infinity;
  return () => {
    const at = performance.now();
    wait = at > ends + wait ? first : Math.min(most, wait * 2);
    const drawn = wait * between(1, 1.5);
    ends = at + drawn;
    return drawn;
  };
}

/** `person`: {token, role, server}. The page that is shown is `page`: its kind, rows and question. */
export function openConsole(wire, person) {
  const get = (path, name, read = false) => wire.call(person.token, 'GET', path, { name, read, kind: 'background' });
  const page = { kind: 'dashboard', rows: [], query: '' };
  const own = new Map();
  let closed = false;

  /** Hands on what is heard in batches, one after the other. */
  function batches(pace, take) {
    let changed = new Set();
    let timer;
    let busy = false;
    const wait = gathering(pace);
    const plan = () => {
      if (busy || timer !== undefined || changed.size === 0 || closed) return;
      timer = setTimeout(follow, wait());
    };
    async function follow() {
      timer = undefined;
      const nos = [...changed];
      changed = new Set();
      busy = true;
      await take(nos);
      busy = false;
      plan();
    }
    return (no) => {
      changed.add(no);
      plan();
    };
  }
  const isShown = (no) => page.rows.some((row) => row.orderNo === no);
  const rowChanged = batches(PACE.list, async (nos) => {
    const others = nos.filter((no) => !own.delete(no));
    if (page.kind === 'record' && others.includes(page.no)) await get(`/orders/rows?nos=${page.no}`, '/orders/rows');
    const shown = page.kind === 'list' ? others.filter(isShown).slice(0, 200) : [];
    if (shown.length > 0) await get(`/orders/rows?nos=${shown.join(',')}`, '/orders/rows');
  });
  const aroundChanged = batches(PACE.around, async (nos) => {
    if (page.kind !== 'list') return;
    const others = nos.filter((no) => !isShown(no)).slice(0, 200);
    await Promise.all([get(address('/orders/counts', page.query), '/orders/counts'), ...(others.length > 0 ? [get(address('/orders/rows', page.query, `nos=${others.join(',')}`), '/orders/rows')] : [])]);
  });

  // the palette's index
  const waiting = new Set();
  let due = new Set();
  let known = null;
  let reading = false;
  let gathers;
  const indexWait = gathering(PACE.index);
  async function readChanged() {
    gathers = undefined;
    due = new Set([...due, ...waiting]);
    waiting.clear();
    if (reading || known === null || closed) return;
    reading = true;
    while (due.size > 0) {
      const nos = [...due].slice(0, 200);
      for (const no of nos) due.delete(no);
      await get(`/orders/lines?nos=${nos.join(',')}&stamp=${known}`, '/orders/lines');
    }
    reading = false;
  }
  async function readIndex() {
    for (const kind of ['orders', 'caregivers']) {
      let after = '';
      while (!closed) {
        const index = await get(`/${kind}/index${after}`, `/${kind}/index`, true);
        if (index === null || index.next === null) {
          if (kind === 'orders') known = index?.stamp ?? null;
          break;
        }
        after = `?after=${index.next}&stamp=${index.stamp}`;
      }
    }
  }
  const noticeWait = gathering(PACE.notice);
  let notices;
  const notice = () => {
    notices ??= setTimeout(() => {
      notices = undefined;
      if (!closed) void get('/notices', '/notices');
    }, noticeWait());
  };
  const dashboard = paced(PACE.dashboard, () => closed || page.kind !== 'dashboard' || Promise.all([get('/dashboard', '/dashboard'), get('/dashboard/week', '/dashboard/week')]));

  const close = wire.stream(person.token, person.server, ({ of, said }) => {
    notice();
    dashboard();
    if (of !== '/live' || said === null) return;
    rowChanged(said.no);
    aroundChanged(said.no);
    waiting.add(said.no);
    gathers ??= setTimeout(readChanged, indexWait());
  });
  return {
    page,
    readIndex,
    notice,
    /** What this person did is shown already. */
    did: (no) => own.set(no, true),
    close() {
      closed = true;
      close();
    },
  };
}
