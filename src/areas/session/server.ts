import { answer, answerInside, type Served } from '../../host/answer.ts';
import { routesOf } from '../../kernel/menu.ts';
import { session } from './contract.ts';
import { end, newCaptcha, refresh, signIn, userInfo } from './store.ts';

/** The calls of this area, mounted by host/app.ts. */
export const served: Served[] = [
  answerInside(session.captcha, (_ask, house) => newCaptcha(house)),
  answerInside(session.signIn, (ask, house) => signIn(house, ask, ask.body)),
  answerInside(session.refresh, (ask, house) => refresh(house, ask.body.refreshToken, ask.from)),
  answer(session.signOut, ({ viewer, write }) =>
    write(async (tx) => {
      await end(tx, viewer.sessionId, 'signed out');
      return { result: null, entity: 'user', entityId: viewer.userId };
    }),
  ),
  answerInside(session.me, (ask, house) => userInfo(house, ask.viewer)),
  answer(session.routes, async ({ viewer }) => routesOf(viewer.role)),
];
