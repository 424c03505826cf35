// A refusal that names the order's status says it as lists do, in both languages.
import { afterAll, expect, test } from 'vitest';
import { STATUSES } from '../../machines/order.ts';
import { refusalWords } from '../../src/kernel/refusal.ts';
import { activate, currentI18n } from '../../src/ui/language.tsx';
import { STATUS_WORDS } from '../../src/ui/order-status.ts';

afterAll(() => activate('zh-cn'));
test.each(['zh-cn', 'en'] as const)('%s', async (language) => {
  await activate(language);
  for (const status of STATUSES) expect(refusalWords(`is_${status}`, language)).toContain(currentI18n()._(STATUS_WORDS[status]));
});
