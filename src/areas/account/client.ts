import { call } from '../../ui/call.ts';
import type { AskMustChange } from '../../ui/must-change.ts';

/** Whether one's own password is a one-time one. The schemas come with the question: the login page has no room for them. */
export const askMustChange: AskMustChange = async () => {
  const { account } = await import(/* webpackChunkName: "account-contract" */ './contract.ts');
  return (await call(account.profile)).mustChangePassword;
};
