import type { ComponentType, LazyExoticComponent } from 'react';
import { msg } from '@lingui/core/macro';
import type { CaregiverEvent } from '../../../machines/caregiver.ts';
import type { Words } from '../../kernel/area.ts';
import type { Verb, VerbProps } from './verb.ts';
import { late } from '../../ui/fetch-part.ts';

interface Entry {
  title: Words;
  /** What must be possible; absent: nothing. */
  event?: CaregiverEvent;
  wide?: boolean;
  Form: LazyExoticComponent<ComponentType<VerbProps>>;
}
const reasoned = late(() => import(/* webpackChunkName: "view-caregiver" */ './reason.form.tsx').then((forms) => ({ default: forms.SuspendForm })));
const quit = late(() => import(/* webpackChunkName: "view-caregiver" */ './reason.form.tsx').then((forms) => ({ default: forms.QuitForm })));
const unblacklist = late(() => import(/* webpackChunkName: "view-caregiver" */ './reason.form.tsx').then((forms) => ({ default: forms.UnblacklistForm })));
const blacklist = late(() => import(/* webpackChunkName: "view-caregiver" */ './reason.form.tsx').then((forms) => ({ default: forms.BlacklistForm })));
const revoke = late(() => import(/* webpackChunkName: "view-caregiver" */ './reason.form.tsx').then((forms) => ({ default: forms.RevokeForm })));
/** The verbs that ask something, with their forms. */
export const VERBS: Record<Verb, Entry> = {
  edit: { title: msg`修改护工`, event: 'edit', wide: true, Form: late(() => import(/* webpackChunkName: "view-caregiver" */ './edit.form.tsx')) },
  certify: { title: msg`登记证件`, event: 'certify', Form: late(() => import(/* webpackChunkName: "view-caregiver" */ './certify.form.tsx')) },
  revoke: { title: msg`作废证件`, event: 'certify', Form: revoke },
  post: { title: msg`安排驻点`, event: 'post', wide: true, Form: late(() => import(/* webpackChunkName: "view-caregiver" */ './post.form.tsx')) },
  leave: { title: msg`请假`, event: 'leave', Form: late(() => import(/* webpackChunkName: "view-caregiver" */ './leave.form.tsx')) },
  suspend: { title: msg`暂停派单`, event: 'suspend', Form: reasoned },
  quit: { title: msg`办理离职`, event: 'quit', Form: quit },
  blacklist: { title: msg`列入黑名单`, event: 'blacklist', Form: blacklist },
  unblacklist: { title: msg`移出黑名单`, event: 'unblacklist', Form: unblacklist },
  remove: { title: msg`删除护工`, event: 'remove', Form: late(() => import(/* webpackChunkName: "view-caregiver" */ './remove.form.tsx')) },
  reveal: { title: msg`显示身份证号和手机`, Form: late(() => import(/* webpackChunkName: "view-caregiver" */ './reveal.form.tsx')) },
};
/** Whether an address names a verb. */
export const isVerb = (name: string): name is Verb => Object.hasOwn(VERBS, name);
