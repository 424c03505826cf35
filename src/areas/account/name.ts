import type { AccountRow } from './contract.ts';

/** What of an account says which it is. */
export type Named = Pick<AccountRow, 'id' | 'username' | 'nickname'>;
/** Name and account: two people may have one name. */
export const nameOf = ({ nickname, username }: Named): string => (nickname === null || nickname === username ? username : `${nickname} (${username})`);
/** What can be done to several accounts at once. */
export type BulkVerb = 'enable' | 'disable' | 'delete';
