import { answer, type Served } from '../../host/answer.ts';
import { account } from './contract.ts';
import { editProfile, listAccounts, readProfile } from './store.ts';

/** The calls of this area, mounted by host/app.ts. */
export const served: Served[] = [
  answer(account.list, ({ reach, viewer, query }) => listAccounts(reach, viewer, query)),
  answer(account.profile, ({ reach, viewer }) => readProfile(reach, viewer)),
  answer(account.editProfile, ({ viewer, body, write }) => write((tx) => editProfile(tx, viewer, body))),
];
