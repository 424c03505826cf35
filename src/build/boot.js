// Runs inline below the root; only its hash is let through by the content security policy. It chooses the shell of the page that boot-head.js
// found, and has its code fetched. prerender.ts bundles it, and puts PRELOAD in.
const { location, document } = window;
const { language, path } = window.entry;
// the style sheet did not come though the server is there, as in the middle of a deploy: once more, at the same place
const looks = document.querySelector('link[rel=stylesheet]');
const styled = () => {
  try {
    return looks.sheet.cssRules.length > 0;
  } catch {
    return false;
  }
};
const afresh = ({ ok }) => {
  if (!ok) return;
  history.replaceState({ ...history.state, reloaded: true }, '');
  location.reload();
};
if (looks && !styled() && !history.state?.reloaded) fetch('/healthz', { cache: 'no-store' }).then(afresh, () => {});

const root = document.getElementById('root');
const shells = [...document.querySelectorAll('template[data-path]')];
const shell = (of) => shells.find((one) => one.dataset.path === of && one.dataset.lang === language);
if (root.dataset.path !== path || root.dataset.lang !== language) {
  const chosen = shell(path) || shell('*');
  root.replaceChildren(chosen.content);
  root.dataset.path = chosen.dataset.path;
  document.title = chosen.dataset.title;
}
const words = PRELOAD.early.includes(path) ? [] : PRELOAD.rest[language];
for (const href of path === '/login' ? PRELOAD.login[language] : [...PRELOAD.frame[language], ...(PRELOAD.page[path] || []), ...words]) {
  if (document.querySelector(`link[href="${href}"]`)) continue;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

// the console did not come, or what it needs first (src/index.tsx): nothing else is here to say so
const say = (tag, textContent, more) => Object.assign(document.createElement(tag), { textContent, ...more });
const again = () => location.reload();
// what hangs fails only after minutes: beside the shell, which hydration wants as it is
const note = say('output', '', { id: 'slow' });
const way = say('button', '重新加载 · Reload', { onclick: again });
// it has its room from the first, so that nothing moves when it comes
way.style.visibility = 'hidden';
const slow = setTimeout(() => {
  document.body.append(note);
  note.append(say('span', '服务器有些慢，还在等'), say('span', 'The server is slow; still waiting', { lang: 'en' }), way);
}, 1_000);
const long = setTimeout(() => (way.style.visibility = ''), 8_000);
const over = () => {
  clearTimeout(slow);
  clearTimeout(long);
  note.remove();
};
addEventListener('boot-here', over);
const lost = () => {
  over();
  root.dataset.lost = '';
  root.replaceChildren(
    say('h1', '没有连上服务器'),
    say('p', '系统还没有打开，网络恢复后自动再试。'),
    say('p', 'The server could not be reached, so the console has not opened. It tries again when the network is back.', { lang: 'en' }),
    say('button', '再试一次 · Try again', { onclick: again }),
  );
  addEventListener('online', again);
};
addEventListener('boot-lost', lost);
addEventListener('error', ({ target }) => target.tagName === 'SCRIPT' && lost(), true);
