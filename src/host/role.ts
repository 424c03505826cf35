/** The roles by code (spec section 3), Chinese first, as sheets say them. */
export const ROLE_LABELS: Record<number, readonly [zh: string, en: string]> = { 1: ['超级管理员', 'Super administrator'], 2: ['运营', 'Operations'], 3: ['驻院管理', 'Resident manager'], 4: ['医院方', 'Hospital side'] };
