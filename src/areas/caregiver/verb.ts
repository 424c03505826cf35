import type { VerbFormProps } from '../../ui/verb-drawer.tsx';
import type { Acted, CaregiverDetail } from './contract.ts';

/** What opens over a caregiver as a drawer with its own address, `#/caregiver/:no/:verb`. `certify` and `revoke` take the certificate from the address too. */
export type Verb = 'edit' | 'certify' | 'revoke' | 'post' | 'leave' | 'suspend' | 'quit' | 'blacklist' | 'unblacklist' | 'remove' | 'reveal';
/** What a verb's form is given (`<verb>.form.tsx`, default export). */
export type VerbProps = VerbFormProps<CaregiverDetail, Acted>;
