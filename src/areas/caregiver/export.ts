import type { Ask } from '../../host/answer.ts';
import type { Download } from '../../host/download.ts';
import { exportList, type Exported } from '../../host/list/export.ts';
import { wordsOf, type Worded } from '../../host/list/word.ts';
import type { Language } from '../../kernel/error.ts';
import type { caregiver, CAREGIVER_EXPORTED, CaregiverRow } from './contract.ts';
import { caregiverFiltered, caregiverList } from './list.ts';
import { shownOf, type ShownCaregiver } from './row.ts';

type Both = readonly [zh: string, en: string];
const STATUS: Record<CaregiverRow['status'], Both> = { pending: ['待审核', 'Pending'], active: ['在岗', 'Active'], on_leave: ['休假', 'On leave'], suspended: ['停派', 'Suspended'], blacklisted: ['黑名单', 'Blacklisted'], left: ['离职', 'Left'] };
const inWords = ([zh, en]: Both, language: Language): string => (language === 'en' ? en : zh);
/** A certificate with what is left of it. */
const left = (kind: string | null, days: number, language: Language): string => `${kind ?? ''} ${days < 0 ? inWords(['已过期', 'expired'], language) : days === 0 ? inWords(['今天到期', 'ends today'], language) : inWords([`剩 ${days} 天`, `${days} d left`], language)}`;

/** The columns of a sheet of caregivers; phones masked as in the list. */
const columnsOf = (word: Worded): Record<(typeof CAREGIVER_EXPORTED)[number], Exported<ShownCaregiver>> => ({
  no: { heading: ['工号', 'Staff number'], width: 12, cell: (row) => row.staffNo },
  name: { heading: ['姓名', 'Name'], width: 12, cell: (row) => row.name },
  level: { heading: ['等级', 'Level'], width: 10, cell: (row) => word('caregiver_level', row.level) },
  status: { heading: ['状态', 'Status'], width: 10, cell: (row, language) => inWords(STATUS[row.status], language) },
  serving: { heading: ['服务至', 'Serving until'], width: 12, cell: (row) => row.servingUntil },
  nextFree: { heading: ['最早空闲', 'Next free'], width: 12, cell: (row) => row.nextFree },
  hospital: { heading: ['驻点医院', 'Posted at'], width: 32, cell: (row, language) => row.hospitals.join(language === 'en' ? '; ' : '、') },
  health: { heading: ['健康证到期', 'Health certificate expires'], width: 14, cell: (row) => row.healthExpiresOn },
  certificates: { heading: ['其他证件', 'Other certificates'], width: 32, cell: (row, language) => row.certificates.map(({ kind, daysLeft }) => left(word('certificate_kind', kind), daysLeft, language)).join(language === 'en' ? '; ' : '、') },
  employment: { heading: ['用工性质', 'Employment'], width: 10, cell: (row) => word('employment', row.employment) },
  mobile: { heading: ['手机', 'Phone'], width: 14, cell: (row) => row.mobile },
  rating: { heading: ['评分', 'Rating'], width: 8, cell: (row) => row.ratingAvg },
  gender: { heading: ['性别', 'Gender'], width: 8, cell: (row) => word('gender', String(row.gender)) },
  age: { heading: ['年龄', 'Age'], width: 8, cell: (row) => row.age },
});

/** The chosen caregivers as a sheet, in the reader's language. */
export async function exportCaregivers(ask: Ask<typeof caregiver.export>): Promise<Download> {
  const { reach, body, from } = ask;
  const columns = columnsOf(await wordsOf(reach, ['caregiver_level', 'certificate_kind', 'employment', 'gender'], from.language));
  return exportList(ask, { list: caregiverList(reach), filter: caregiverFiltered(reach, body.selection.filter), columns, title: ['护工', 'caregivers'], entity: 'caregiver', rowsOf: (ids) => shownOf(reach, ids) }, body);
}
