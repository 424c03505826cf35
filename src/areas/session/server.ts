import { answer, answerInside, ofOneself, type Served } from '../../host/answer.ts';
import { endSession } from '../../host/session.ts';
import { routesOf } from '../../kernel/menu.ts';
import { session } from './contract.ts';
import { endPlace, endPlacesOf, places, placesOf } from './place.ts';
import { changeLostPhone, sendRecovery } from './recover.ts';
import { sendSecond, signInSecond } from './second.ts';
import { newCaptcha, signIn } from './sign-in.ts';
import { beginTotp, confirmTotp, endTotp, setSmsStep, steps } from './step.ts';
import { refresh, userInfo } from './store.ts';

/** The calls of this area, mounted by host/app.ts. */
export const served: Served[] = [
  answerInside(session.captcha, (_ask, house) => newCaptcha(house)),
  answerInside(session.signIn, (ask, house) => signIn(house, ask, ask.body)),
  answerInside(session.second, (ask, house) => signInSecond(house, ask, ask.body)),
  answerInside(session.sendSecond, (ask, house) => sendSecond(house, ask, ask.body.challenge)),
  answerInside(session.sendCode, (ask, house) => sendRecovery(house, ask, ask.body.userName)),
  answerInside(session.updatePhone, (ask, house) => changeLostPhone(house, ask, ask.body)),
  answerInside(session.refresh, (ask, house) => refresh(house, ask, ask.body)),
  answer(session.signOut, ({ viewer, write }) =>
    write(async (tx) => {
      await endSession(tx, viewer.sessionId, 'signed out');
      return { result: null, entity: 'user', entityId: viewer.userId };
    }),
  ),
  answerInside(session.me, (ask, house) => userInfo(house, ask.viewer)),
  answerInside(session.places, (ask, house) => places(house, ask.viewer)),
  answer(session.endPlace, ({ viewer, params, write }) => write((tx) => endPlace(tx, viewer, params['sessionId']!))),
  answerInside(session.placesOf, (ask, house) => placesOf(house, ask.viewer, ask.params['id']!)),
  answer(session.endPlacesOf, ({ viewer, params, write }) => write((tx) => endPlacesOf(tx, viewer, params['id']!))),
  answerInside(session.steps, (ask, house) => steps(house, ask.viewer)),
  ofOneself(answerInside(session.beginTotp, (ask, house) => beginTotp(house, ask, ask.body.password))),
  ofOneself(answerInside(session.confirmTotp, (ask, house) => confirmTotp(house, ask, ask.body.code))),
  ofOneself(answerInside(session.endTotp, (ask, house) => endTotp(house, ask, ask.body.password))),
  ofOneself(answerInside(session.smsStep, (ask, house) => setSmsStep(house, ask, ask.body))),
  answer(session.routes, async ({ viewer }) => routesOf(viewer.role)),
];
