// Calls of many people over kept connections, timed from the moment at which they were due, and streams of live events.
import http from 'node:http';

/** A sorted list's value at `share`. */
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const round = (n) => Number(n.toFixed(1));
/** How many, and the ms that half, 95 and 99 of a hundred stayed within. */
export function summary(times) {
  const sorted = Float64Array.from(times).sort();
  return { calls: times.length, p50: round(at(sorted, 0.5)), p95: round(at(sorted, 0.95)), p99: round(at(sorted, 0.99)), most: round(at(sorted, 1)) };
}

/**
 * `origins`: the servers, asked in turn like behind a proxy. What is gathered goes by `phase()`: calls while people come are not those of
 * the day. A status is expected when it is 200, or 409 for a write: somebody else was first.
 */
export function openWire(origins, phase) {
  const agents = origins.map(() => new http.Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256, scheduling: 'lifo' }));
  const times = {};
  const errors = new Map();
  const seen = { refused: 0, again: 0, events: 0, streams: 0, lost: 0 };
  let turn = 0;
  const note = (what) => errors.set(what, (errors.get(what) ?? 0) + 1);
  const keep = (kind, name, ms) => ((times[phase()] ??= {})[`${kind} ${name}`] ??= []).push(ms);

  /** One call; what it answered, or null. `due`: when it was to be made. `quiet`: nobody waits for it, so it is neither read nor write. */
  function call(token, method, path, { body, due = performance.now(), name = path, kind = method === 'GET' ? 'read' : 'write', key, read = true } = {}) {
    const one = turn++ % origins.length;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = { 'x-access-token': token, ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }), ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return new Promise((done) => {
      const send = (tries) => {
        const request = http.request(`${origins[one]}/admin-api${path}`, { method, agent: agents[one], headers }, (answer) => {
          const parts = [];
          answer.on('data', (part) => parts.push(part)).on('error', () => (note(`${name}: cut off`), done(null))).on('end', () => {
            keep(kind, name, performance.now() - due);
            const isFine = answer.statusCode === 200;
            if (isFine && !read) return done(null);
            const told = isFine || answer.statusCode === 409 ? null : Buffer.concat(parts).toString().slice(0, 160);
            if (answer.statusCode === 409 && method !== 'GET') seen.refused += 1;
            else if (!isFine) note(`${method} ${name}: ${answer.statusCode} ${told}`);
            done(isFine ? JSON.parse(Buffer.concat(parts)).result : null);
          });
        });
        request.on('error', (error) => {
          // a kept connection that the server has just closed: every browser asks anew
          if (request.reusedSocket && error.code === 'ECONNRESET' && tries < 3) {
            seen.again += 1;
            return send(tries + 1);
          }
          note(`${method} ${name}: ${error.code}`);
          done(null);
        });
        request.end(payload);
      };
      send(0);
    });
  }
  /** A stream of live events at one server, opened again when it ends, until `close`. */
  function stream(token, one, heard) {
    let request;
    let closed = false;
    const again = () => {
      if (closed) return;
      seen.lost += 1;
      setTimeout(open, 1_000);
    };
    const open = () => {
      request = http.get(`${origins[one]}/admin-api/live/all?ago=10000`, { agent: false, headers: { 'x-access-token': token, accept: 'text/event-stream' } }, (answer) => {
        if (answer.statusCode !== 200) {
          note(`GET /live/all: ${answer.statusCode}`);
          answer.resume();
          return again();
        }
        seen.streams += 1;
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => {
          const events = (text + part).split('\n\n');
          text = events.pop();
          for (const event of events) {
            if (!event.startsWith('data: ')) continue;
            seen.events += 1;
            heard(JSON.parse(event.slice(6)));
          }
        }).on('close', () => {
          seen.streams -= 1;
          again();
        }).on('error', () => undefined);
      }).on('error', () => request.destroyed || again());
    };
    open();
    return () => {
      closed = true;
      request.destroy();
    };
  }
  return {
    call, stream, note,
    /** All that was gathered. */
    told: () => ({ times, errors: Object.fromEntries(errors), seen }),
  };
}
