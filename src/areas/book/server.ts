import { answer, type Served } from '../../host/answer.ts';
import { KEPT_RULE } from '../../host/kept.ts';
import { addService, editService, listServices } from './catalogue.ts';
import { book } from './contract.ts';
import { changeHolidays, changePrices, changeShifts, readBook } from './store.ts';

/** What hospitals charge and when. */
export const served: Served[] = [
  answer(book.services, (ask) => listServices(ask.reach)),
  answer(book.addService, ({ body, write }) => write((tx) => addService(tx, body))),
  answer(book.editService, ({ params, body, write, from }) => write((tx) => editService(tx, params['id']!, body, from)), KEPT_RULE),
  answer(book.read, (ask) => readBook(ask.reach, ask.params['id']!)),
  answer(book.prices, ({ params, body, write, reach, from }) => write((tx) => changePrices(tx, reach, { id: params['id']!, serviceId: params['itemId']!, from, ...body })), '每段的开始不晚于结束，没有两段相同 from is not after to, none stands there twice'),
  answer(book.holidays, ({ params, body, write, reach, from }) => write((tx) => changeHolidays(tx, reach, { id: params['id']!, from, ...body })), '每段的开始不晚于结束，没有两段相同 from is not after to, none stands there twice'),
  answer(book.common, ({ body, write, reach, from }) => write((tx) => changeHolidays(tx, reach, { id: null, from, ...body })), '每段的开始不晚于结束，没有两段相同 from is not after to, none stands there twice'),
  answer(book.shifts, ({ params, body, write, reach }) => write((tx) => changeShifts(tx, reach, { id: params['id']!, ...body }))),
];
