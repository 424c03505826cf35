import { act, fireEvent, render, screen } from '@testing-library/react';
import { Trans } from '@lingui/react/macro';
import { expect, test } from 'vitest';
import { activate, LocaleProvider, wantWholeCatalog } from '../../src/ui/language.tsx';
import { keyOf, type Shown } from '../../src/ui/stack.ts';
import { useLanding } from '../../src/ui/landing.ts';
import { entryTitle, pageTitle } from '../../src/ui/title.ts';
import { Waiting } from '../../src/ui/waiting.tsx';
import { areas as everyArea } from '../../src/areas.gen.ts';
import { PATHS } from '../../src/kernel/paths.gen.ts';

const Profile = () => <h1><Trans>个人中心</Trans></h1>;
const top: Shown = { key: '/profile', page: { path: '/profile', chunk: '', load: () => Promise.reject(new Error('not needed')) }, View: Profile, params: {}, href: '/profile', cached: false };
const areas: never[] = [];
function App() {
  useLanding({ top, areas });
  return <div data-page="/profile"><Profile /></div>;
}
test('the window’s title follows the language whole, also where it is the page’s heading', async () => {
  await activate('zh-cn');
  await wantWholeCatalog();
  render(<LocaleProvider><App /></LocaleProvider>);
  expect(document.title).toBe('个人中心 · 护理管理系统');
  await act(() => activate('en'));
  expect(document.title).toBe('Profile · Nursing management system');
  await act(() => activate('zh-cn'));
  expect(document.title).toBe('个人中心 · 护理管理系统');
});
test('what is scrolled inside a page that is kept stands both ways as it was left, though it was moved in the document', async () => {
  await activate('zh-cn');
  const Kept = ({ at }: { at: string }) => {
    useLanding({ top: { ...top, key: at }, areas });
    return ['/profile', '/order/index'].map((key) => <div key={key} data-page={key}><h1>{key}</h1><p data-testid={key} /></div>);
  };
  const show = (at: string) => <LocaleProvider><Kept at={at} /></LocaleProvider>;
  const { rerender } = render(show('/order/index'));
  const inside = screen.getByTestId('/order/index');
  Object.defineProperty(inside, 'clientHeight', { value: 100 });
  Object.assign(inside, { scrollLeft: 320, scrollTop: 240 });
  fireEvent.scroll(inside);
  rerender(show('/profile'));
  Object.assign(inside, { scrollLeft: 0, scrollTop: 0 });
  rerender(show('/order/index'));
  expect([inside.scrollLeft, inside.scrollTop]).toEqual([320, 240]);
});
test('each prerendered entry has a title of its own, in both languages', async () => {
  const paths = PATHS.filter((path) => !path.includes(':'));
  expect(paths.length).toBeGreaterThan(20);
  for (const [language, console] of [['en', 'Nursing management system'], ['zh-cn', '护理管理系统']] as const) {
    await activate(language);
    const titles = paths.map((path) => entryTitle(path, everyArea));
    expect(titles.filter((title, i) => !title.endsWith(` · ${console}`) || titles.indexOf(title) !== i)).toEqual([]);
    expect(entryTitle('*', everyArea)).toBe(console);
  }
});
test.each([['/caregiver/roster', '排班表', 'bar'], ['/404', '没有这一页', 'message'], ['/order/PH26', '订单管理', 'back'], ['/order/index', '订单管理', 'bar'], ['/nonsense', '正在载入', 'back']])('while nobody knows yet who may open %s, it is called %s and begins as its page will: %s', async (path, heading, begins) => {
  await activate('zh-cn');
  render(<LocaleProvider><Waiting areas={everyArea} path={path} /></LocaleProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(document.querySelector('[data-begins]')!.getAttribute('data-begins')).toBe(begins);
});

test('an address spelled otherwise has the title and the tab of its page', async () => {
  await activate('zh-cn');
  await wantWholeCatalog();
  const page = (path: string) => ({ ...top.page, path });
  for (const href of ['/order/bed', '/order/bed/', '/Order/BED?x=1', '/ORDER/bed/?ward=2']) {
    expect(pageTitle({ page: page('/order/bed'), params: {}, href }, everyArea)).toBe('床位图');
    expect(keyOf({ page: page('/order/bed'), href, cached: false })).toBe('/order/bed');
  }
  expect(['/Order/PH1', '/order/PH1/', '/order/PH1'].map((href) => keyOf({ page: page('/order/:no'), href, cached: false }))).toEqual(['/order/PH1', '/order/PH1', '/order/PH1']);
  expect(['/ORDER/PH1/Assign/', '/order/PH1/assign?caregiver=1'].map((href) => keyOf({ page: page('/order/:no/:verb'), href, cached: false }))).toEqual(['/order/PH1', '/order/PH1']);
  expect(keyOf({ page: page('/order/:no/print'), href: '/Order/PH1/Print/', cached: false })).toBe('/order/PH1/print');
});
