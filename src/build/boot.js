// Runs inline before the first paint; only its hash is let through by the content security policy. It chooses language and
// shell, and turns a plain address into its hash. No dependencies; PRELOAD is put in by prerender.ts.
(() => {
  const { location, document } = window;
  const html = document.documentElement;
  const get = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const english = /^\/en(\/|$)/.test(location.pathname);
  const plain = location.pathname.replace(/^\/en(?=\/|$)/, '').replace(/\/$/, '');
  let language = get('language');
  if (language !== 'en' && language !== 'zh-cn') {
    language = english ? 'en' : 'zh-cn';
    try {
      if (english) localStorage.setItem('language', 'en');
    } catch {}
  }
  if (location.hash.length < 2 && plain !== '') history.replaceState(null, '', `/#${plain}${location.search}`);
  else if (location.pathname !== '/') history.replaceState(null, '', `/${location.hash}`);

  const theme = get('theme');
  html.lang = language === 'en' ? 'en' : 'zh-CN';
  html.dataset.theme = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light';
  const size = get('size');
  html.dataset.size = size === 'large' || size === 'small' ? size : 'default';

  let path = `/${location.hash.replace(/^#?\/*/, '')}`.split('?')[0];
  if (path === '/') path = '/dashboard';
  if (!get('access_token')) path = '/login';
  const root = document.getElementById('root');
  const shells = [...document.querySelectorAll('template[data-path]')];
  const shell = (of) => shells.find((one) => one.dataset.path === of && one.dataset.lang === language);
  if (root.dataset.path !== path || root.dataset.lang !== language) {
    const chosen = shell(path) || shell('*');
    root.replaceChildren(chosen.content);
    root.dataset.path = chosen.dataset.path;
  }
  for (const href of [...(path === '/login' ? PRELOAD.first[language] : [...PRELOAD.whole[language], ...PRELOAD.frame]), ...(PRELOAD.page[path] || [])]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
})();
