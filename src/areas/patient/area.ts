import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Patients have no page of their own: the palette finds them, and leads to their orders. */
export const area: Area = {
  id: 'patient',
  path: '/patient',
  title: msg`患者`,
  icon: 'user',
  order: 3,
  menu: false,
  records: { title: msg({ context: '范围', message: '患者' }), may: 'biz:order:list', load: () => fetchPart(() => import(/* webpackChunkName: "palette" */ './record.ts')) },
};
