import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { useRouter } from 'wouter';
import { expect, test } from 'vitest';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { PATHS } from '../../src/kernel/paths.gen.ts';
import { currentHref, hashHref, navigate } from '../../src/ui/location.ts';
import type { Page } from '../../src/ui/page.ts';
import { resolve, safeRedirect } from '../../src/ui/route.ts';
import { STATIC_PATHS, type SignedIn } from '../../src/ui/session.ts';

// Where one may go.
const allowed = allowedBy(routesOf(3));
const pages = [...PATHS].map((path): Page => ({ path, chunk: '', load: () => Promise.reject(new Error('not needed')) }));
const viewer: SignedIn = { userId: '3', username: 'u3', nickname: '', avatar: null, role: 3, roles: ['inpatient_manager'], perms: ['biz:order:list'], allowed, paths: [...STATIC_PATHS, ...allowed.paths] };
const world = { parser: renderHook(() => useRouter()).result.current.parser, pages, viewer };
test('a visit comes back to the exact path and query', () => {
  fc.assert(fc.property(fc.constantFrom('/order/index', '/caregiver/index', '/profile', '/order/PH1'), fc.webQueryParameters(), (path, query) => {
    const visit = query === '' ? path : `${path}?${query}`;
    const away = resolve(visit, { ...world, phase: 'out', viewer: null });
    expect(away).toEqual({ kind: 'redirect', to: `/login?redirect=${encodeURIComponent(visit)}` });
    navigate((away as { to: string }).to);
    const href = currentHref();
    expect(resolve(href, { ...world, phase: 'in', outside: href })).toEqual({ kind: 'redirect', to: visit });
    // who is signed in and opens it has no business there (spec section 2)
    expect(resolve(href, { ...world, phase: 'in' })).toEqual({ kind: 'redirect', to: '/dashboard' });
  }));
});
/** Where one ends up who stood there when they signed in: redirects are followed, and never go round. */
function end(href: string): string {
  let now = href;
  for (let hops = 0; hops < 5; hops += 1) {
    const target = resolve(now, { ...world, phase: 'in', outside: href });
    if (target.kind !== 'redirect') return now;
    now = target.to;
  }
  throw new Error(`${href} goes round`);
}
test('a redirect is a page of this person or the dashboard, whatever it says', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string().map((s) => `/${s}`), fc.string().map((s) => `//${s}`), fc.constantFrom('/\\evil.example', 'javascript:alert(1)', '/\t/evil', '/%2F/evil', '/redirect//evil.example', '/statistics/index', '/system/user', '/login', '/Login?redirect=/login', '/redirect/x', '/redirect/redirect/order', '/redirect/login?redirect=/redirect/login')), (to) => {
    const safe = safeRedirect(to, world);
    expect(new URL(`http://here/#${safe}`).origin).toBe('http://here');
    expect(resolve(safe, { ...world, phase: 'in' }).kind).toBe('page');
    expect(safe).not.toMatch(/^\/(login|redirect|statistics|system)(?![^/?])/i);
    for (const way of [safe, `/login?redirect=${encodeURIComponent(to)}`, `/redirect${to}`]) expect(end(way)).not.toMatch(/^(?!\/)|^\/\/|^\/(login|redirect|statistics\/index|system)(?![^/?])/i);
  }), { numRuns: 1_000 });
});
test.each([
  ['/login?redirect=%2Fredirect%2Forder%2Findex%3Fstatus%3Din_service', '/order/index?status=in_service'], ['/login?redirect=%2Forder%3Fstatus%3Dassigned', '/order/index?status=assigned'],
  ['/login?redirect=%2Fstatistics%2Findex', '/dashboard'], ['/login?redirect=%2Fnowhere', '/dashboard'], ['/login?redirect=%2F404', '/dashboard'], ['/login?redirect=%2F401%3Fx', '/dashboard'], ['/login?redirect=%2F%2Fevil', '/dashboard'],
  ['/redirect/nowhere', '/404'], ['/redirect/statistics/index', '/404'], ['/redirect/order?x=1', '/order/index?x=1'], ['/redirect//evil', '/dashboard'], ['/redirect/', '/dashboard'],
  ['/order?status=in_service', '/order/index?status=in_service'], ['/order/', '/order/index'], ['/Order?x=1', '/order/index?x=1'],
])('%s leads to %s', (from, to) => {
  expect(end(from)).toBe(to);
});
test('the rules of spec section 2', () => {
  const at = (href: string) => resolve(href, { ...world, phase: 'in' });
  expect(at('/')).toEqual({ kind: 'redirect', to: '/dashboard' });
  expect(at('/login')).toEqual({ kind: 'redirect', to: '/dashboard' });
  expect(at('/order')).toEqual({ kind: 'redirect', to: '/order/index' });
  for (const path of ['/statistics/index', '/system/user', '/nowhere', '/order/%E0%A4%A']) expect(at(path)).toEqual({ kind: 'redirect', to: '/404' });
  expect(at('/redirect/order/index?a=1')).toEqual({ kind: 'redirect', to: '/order/index?a=1' });
  // a group is its first page, which is the one that is made anew
  expect(at('/redirect/order')).toEqual({ kind: 'redirect', to: '/order/index' });
  expect(at('/order/PH%2F1')).toMatchObject({ kind: 'page', params: { no: 'PH/1' } });
  const named = { ...viewer, paths: [...viewer.paths, '/brand/new'] };
  expect(resolve('/brand/new', { ...world, phase: 'in', viewer: named })).toEqual({ kind: 'absent' });
  expect(resolve('/order/index', { ...world, phase: 'loading', viewer: null })).toEqual({ kind: 'wait' });
});
test('hash and address are one', () => {
  expect([hashHref(''), hashHref('#/a?b=1'), hashHref('#a'), hashHref('#//evil')]).toEqual(['/', '/a?b=1', '/a', '/evil']);
});
