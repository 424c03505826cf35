// Time from an act to the frame that shows its result: requestAnimationFrame, then a MessageChannel message, after a predicate on the DOM.

export const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
export const p95 = (list) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * 0.95))];
export const round = (n, digits = 1) => Number(n.toFixed(digits));

/** Arms the page, runs `act`, and answers the ms from the first keydown or click (else from arming) to the painted result. */
export async function painted(page, act, predicate, argument) {
  await page.evaluate(([source, given]) => {
    const shown = new Function('given', `return (${source})(given)`);
    let began = performance.now();
    const first = (e) => { if (e.key === 'Control') return; began = e.timeStamp; removeEventListener('keydown', first, true); removeEventListener('click', first, true); };
    addEventListener('keydown', first, true);
    addEventListener('click', first, true);
    window.__bench = new Promise((done) => {
      const look = () => {
        if (!shown(given)) { requestAnimationFrame(look); return; }
        requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => done(performance.now() - began); c.port2.postMessage(0); });
      };
      requestAnimationFrame(look);
    });
  }, [String(predicate), argument]);
  await act();
  return page.evaluate(() => window.__bench);
}
/** Scrolls `selector` by `step` px a frame for `ms` and answers the frame gaps in ms. */
export const frames = (page, selector, step, ms) =>
  page.evaluate(([sel, by, long]) => new Promise((done) => {
    const box = document.querySelector(sel), gaps = [];
    const began = performance.now();
    let last = began;
    const tick = (now) => {
      if (now > last) gaps.push(now - last);
      last = now;
      box.scrollTop += by;
      if (now - began < long) requestAnimationFrame(tick);
      else done(gaps.slice(2));
    };
    requestAnimationFrame(tick);
  }), [selector, step, ms]);
