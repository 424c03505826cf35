/** Roles, rights and the one question asked of them (spec section 6, domain.md "Who"). */

export const ROLES = [1, 2, 3, 4] as const;
/** 1 super administrator, 2 operations, 3 resident manager, 4 hospital side (spec section 3). */
export type Role = (typeof ROLES)[number];

const VERBS = {
  'biz:order': ['list', 'add', 'edit', 'assign', 'change', 'start', 'extend', 'renew', 'complete', 'pay', 'adjust', 'cancel', 'refund', 'refund-approve', 'evaluate', 'complain', 'delete', 'export', 'import', 'print'],
  'biz:caregiver': ['list', 'add', 'edit', 'status', 'certify', 'delete', 'export', 'import', 'reveal'],
  'biz:hospital': ['list', 'add', 'edit', 'status', 'price'],
  'biz:stat': ['view', 'statement', 'close'],
  'sys:user': ['list', 'add', 'edit', 'delete', 'status', 'reset', 'import', 'export'],
  'sys:dict': ['list', 'add', 'edit', 'delete'],
  'sys:audit': ['list'],
} as const;
type Things = typeof VERBS;
/** A permission code, `area:thing:verb`. */
export type Right = { [T in keyof Things]: `${T}:${Things[T][number]}` }[keyof Things];

const all = <T extends keyof Things>(thing: T): Right[] => VERBS[thing].map((verb) => `${thing}:${verb}` as Right);
const some = <T extends keyof Things>(thing: T, ...verbs: Things[T][number][]): Right[] => verbs.map((verb) => `${thing}:${verb}` as Right);

/** Every permission code there is. */
export const RIGHTS: readonly Right[] = (Object.keys(VERBS) as (keyof Things)[]).flatMap((thing) => all(thing));

const BY_ROLE: Record<Role, readonly Right[]> = {
  1: RIGHTS,
  2: [...all('biz:order'), ...all('biz:caregiver'), ...some('biz:stat', 'statement', 'close'), ...all('sys:user')],
  3: [
    ...some('biz:order', 'list', 'add', 'edit', 'assign', 'change', 'start', 'extend', 'renew', 'complete', 'pay', 'cancel', 'refund', 'evaluate', 'complain', 'export', 'print'),
    ...some('biz:caregiver', 'list', 'edit', 'status', 'export'), ...some('biz:stat', 'statement'),
  ],
  4: [...some('biz:order', 'list', 'edit', 'evaluate', 'complain', 'print'), ...some('biz:caregiver', 'list'), ...some('biz:stat', 'statement')],
};
/** What a role grants; an unknown role grants nothing (domain.md: least privilege). */
export const rightsOf = (role: number): readonly Right[] => BY_ROLE[role as Role] ?? [];

const NAMES: Record<Role, string> = { 1: 'ROOT', 2: 'operation', 3: 'inpatient_manager', 4: 'hospital' };
/** What `roles` of user info holds: `ROOT` or the option id (domain.md "Who"); nothing for an unknown role. */
export const namesOf = (role: number): readonly string[] => (role in NAMES ? [NAMES[role as Role]] : []);

/** Who asks: the part of user info that rights depend on. */
export interface Bearer {
  roles: readonly string[];
  perms: readonly string[];
}

/**
 * The permission guard (spec section 5): true if `who` is ROOT or holds the code, or any of the codes.
 * @throws TypeError when no code is given.
 */
export function may(who: Bearer, code: Right | readonly Right[]): boolean {
  const codes: readonly string[] = typeof code === 'string' ? [code] : Array.isArray(code) ? code : [];
  if (codes.length === 0 || codes.some((c) => typeof c !== 'string' || c === '')) throw new TypeError('a permission identifier is needed, such as sys:user:add or sys:user:edit');
  return who.roles.includes('ROOT') || codes.some((c) => who.perms.includes(c));
}
