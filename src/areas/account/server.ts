import { answer, answerFile, answerInside, answerJob, ofOneself, type Served } from '../../host/answer.ts';
import { KEPT_RULE } from '../../host/kept.ts';
import { remadePicture } from './avatar.ts';
import { bindContact, sendContactCode } from './contact.ts';
import { account } from './contract.ts';
import { createAccount, resetPassword, restoreAccount, roleOptions, setStatus, updateAccount } from './edit.ts';
import { accountTemplate, exportAccounts, exportSelected } from './export.ts';
import { importAccounts } from './import.ts';
import { findInAccounts, listAccounts, selectedAccounts } from './list.ts';
import { changePassword } from './password-change.ts';
import { scopeTree } from './place.ts';
import { editProfile, readProfile } from './store.ts';

const PLACES_RULE = '超级管理员和运营不限医院；医院和科室都存在，各出现一次 an administrator or operator has no hospitals; hospitals and departments exist, each once';

/** The calls of this area, mounted by host/app.ts. */
export const served: Served[] = [
  answer(account.list, ({ reach, viewer, query }) => listAccounts(reach, viewer, query)),
  answerInside(account.create, (ask, house) => createAccount(house, ask, ask.body), PLACES_RULE),
  answer(account.update, (ask) => updateAccount(ask, ask.body), `${PLACES_RULE}; ${KEPT_RULE}`),
  answer(account.status, ({ viewer, params, query, write }) => write((tx) => setStatus(tx, viewer, params['id']!, Number(query.status)))),
  answerInside(account.reset, (ask, house) => resetPassword(house, ask, ask.params['id']!)),
  answer(account.restore, (ask) => restoreAccount(ask, ask.params['id']!)),
  answerFile(account.template, async ({ query, from }) => accountTemplate(query.type, from.language)),
  answer(account.findIn, ({ reach, viewer, query }) => findInAccounts(reach, viewer, query)),
  answer(account.selected, ({ reach, viewer, body }) => selectedAccounts(reach, viewer, body)),
  answerFile(account.export, exportAccounts),
  answerFile(account.exportRows, (ask) => exportSelected(ask, ask.body)),
  answerJob(account.import, importAccounts, ({ dryRun }) => dryRun !== 'true'),
  answer(account.roles, async ({ viewer, from }) => roleOptions(viewer, from.language)),
  answer(account.scope, ({ reach, params }) => scopeTree(reach, params['hospitalId']!)),
  answer(account.profile, ({ reach, viewer }) => readProfile(reach, viewer)),
  ofOneself(answer(account.editProfile, async ({ reach, viewer, body, write, from }) => {
    // the picture that is kept is not made anew from itself, which would blur it a little each time
    const sent = typeof body.avatar === 'string' && body.avatar === (await readProfile(reach, viewer)).avatar ? undefined : body.avatar;
    const avatar = typeof sent === 'string' ? await remadePicture(sent) : sent;
    return write((tx) => editProfile(tx, viewer, { ...body, avatar }, from.language));
  }, KEPT_RULE)),
  ofOneself(answerInside(account.password, (ask, house) => changePassword(house, ask, ask.body))),
  ofOneself(answerInside(account.sendCode, (ask, house) => sendContactCode(house, ask, ask.query), '联系方式与其类型相符 the contact is of its type')),
  ofOneself(answerInside(account.mobile, (ask, house) => bindContact(house, ask, 'MOBILE', ask.body.mobile, ask.body.code))),
  ofOneself(answerInside(account.email, (ask, house) => bindContact(house, ask, 'EMAIL', ask.body.email, ask.body.code))),
];
