import { msg } from '@lingui/core/macro';
import type { Words } from '../kernel/area.ts';

const ROLE_WORDS: Record<number, Words> = { 1: msg`超级管理员`, 2: msg`运营`, 3: msg`驻院管理`, 4: msg`医院方` };
/** The name of a role; any other code is the unknown role (spec section 3). */
export const roleWords = (role: number): Words => ROLE_WORDS[role] ?? msg`未知角色`;
