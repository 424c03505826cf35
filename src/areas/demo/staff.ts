import type { Row } from '../../host/bulk.ts';
import { dayText, instantAt } from '../../host/calendar.ts';
import { givenName, idNumber, mobile, surname, type Gender } from './person.ts';
import type { Hospital, Service } from './place.ts';
import type { Random } from './random.ts';

/** A caregiver as the roster sees one: when and where to be had. Days are day numbers. */
export interface Carer {
  id: number;
  gender: Gender;
  hospitals: readonly number[];
  from: number;
  until: number;
  /** What shares the caregiver's time now: a service, or a stay alone. Null until the first stay. */
  service: Service | null;
  /** The first free day of each place that the service has. */
  places: number[];
}
const ORIGINS = [['江苏省', '盐城市'], ['浙江省', '乐清市'], ['四川省', '南充市'], ['安徽省', '六安市'], ['河南省', '周口市'], ['重庆市', '重庆市'], ['湖北省', '孝感市']] as const;
const SKILLS = ['鼻饲护理', '翻身拍背', '压疮护理', '康复训练', '术后观察', '失智照护', '新生儿护理', '导尿管护理'];
const LANGUAGES = ['上海话', '四川话', '粤语', '温州话', '河南话'];
const COLUMNS = {
  id: 'bigint', staff_no: 'text', name: 'text', name_pinyin: 'text', name_initials: 'text', gender: 'smallint', birthday: 'date', id_no: 'text', id_no_last4: 'text', mobile: 'text', origin_province: 'text', origin_city: 'text', languages: 'text[]', education: 'text',
  level: 'text', employment: 'text', skills: 'text[]', years_experience: 'smallint', hired_on: 'date', left_on: 'date', status: 'text', status_reason: 'text', suspended_for: 'text', review_on: 'date', created_at: 'timestamptz', updated_at: 'timestamptz',
};
/** Tables a caregiver fills, with the columns written. */
export const STAFF_TABLES = {
  caregiver: COLUMNS,
  caregiver_certificate: { caregiver_id: 'bigint', kind: 'text', number: 'text', issuer: 'text', issued_on: 'date', expires_on: 'date', verified_at: 'timestamptz' },
  caregiver_hospital: { caregiver_id: 'bigint', hospital_id: 'bigint', during: 'daterange' },
  caregiver_leave: { caregiver_id: 'bigint', during: 'tstzrange', reason: 'text' },
};
export type StaffRows = Record<keyof typeof STAFF_TABLES, Row[]>;

/** Makes caregivers one by one; numbers that must be unique among them are. */
export function staffMaker(random: Random, today: number, hospitals: readonly Hospital[], readings: (name: string) => { pinyin: string; initials: string }) {
  const taken = new Set<string>();
  const unused = (make: () => string): string => {
    let value = make();
    while (taken.has(value)) value = make();
    taken.add(value);
    return value;
  };
  return (id: number, rows: StaffRows): Carer => {
    const gender: Gender = random.chance(0.22) ? 1 : 2;
    const name = surname(random) + givenName(random, gender);
    const birthday = today - random.whole(32 * 365, 62 * 365);
    const idNo = unused(() => idNumber(random, birthday, gender));
    const hired = today - random.whole(420, 3000);
    const [province, city] = random.pick(ORIGINS);
    const years = random.whole(1, 15);
    const status = random.weighted([['active', 890], ['on_leave', 35], ['suspended', 25], ['left', 35], ['pending', 10], ['blacklisted', 5]] as const);
    // ends within 30 days for some at work, has ended for the suspended; earlier certificates join without a gap
    const expires = status === 'suspended' ? today - random.whole(1, 25) : random.chance(0.05) ? today + random.whole(0, 30) : today + random.whole(31, 360);
    const left = status === 'left' || status === 'blacklisted' ? today - random.whole(5, 200) : null;
    const leave = status === 'on_leave' ? [today - random.whole(1, 4), today + random.whole(2, 12)] : status === 'active' && random.chance(0.02) ? [today + random.whole(12, 20), today + random.whole(21, 30)] : null;
    const home = hospitals[(id - 1) % hospitals.length]!.id;
    const second = random.chance(0.2) ? random.pick(hospitals).id : home;
    const posted = second === home ? [home] : [home, second];
    const reading = readings(name);
    const at = instantAt(hired, 540);
    rows.caregiver.push({
      id, staff_no: `PY${100000 + id}`, name, name_pinyin: reading.pinyin, name_initials: reading.initials, gender, birthday: dayText(birthday), id_no: idNo, id_no_last4: idNo.slice(-4), mobile: unused(() => mobile(random)),
      origin_province: province, origin_city: city, languages: random.chance(0.5) ? ['普通话', random.pick(LANGUAGES)] : ['普通话'], education: random.pick(['小学', '初中', '初中', '高中', '中专']),
      level: random.weighted([['junior', 35], ['middle', 35], ['senior', 22], ['expert', 8]] as const), employment: random.chance(0.3) ? 'staff' : 'partner', skills: SKILLS.filter(() => random.chance(0.3)), years_experience: years,
      hired_on: dayText(hired), left_on: status === 'left' ? dayText(left!) : null, status, status_reason: { suspended: '健康证已过期', blacklisted: '多次投诉，复核中', left: '个人原因' }[status as string] ?? null, suspended_for: status === 'suspended' ? 'health' : null, review_on: status === 'blacklisted' ? dayText(today + 90) : null, created_at: at, updated_at: at,
    });
    for (const end of [expires - 730, expires - 365, expires])
      rows.caregiver_certificate.push({ caregiver_id: id, kind: 'health', number: `JK${random.digits(10)}`, issuer: '市疾病预防控制中心', issued_on: dayText(end - 365), expires_on: dayText(end), verified_at: instantAt(end - 365, 600) });
    if (random.chance(0.6)) rows.caregiver_certificate.push({ caregiver_id: id, kind: 'care_worker', number: `HL${random.digits(12)}`, issuer: '人力资源和社会保障局', issued_on: dayText(hired - 100), expires_on: null, verified_at: at });
    for (const hospital of posted) rows.caregiver_hospital.push({ caregiver_id: id, hospital_id: hospital, during: left === null ? `[${dayText(hired)},)` : `[${dayText(hired)},${dayText(left)}]` });
    if (leave) rows.caregiver_leave.push({ caregiver_id: id, during: `[${instantAt(leave[0]!, 0)},${instantAt(leave[1]!, 0)})`, reason: random.pick(['回家探亲', '病假', '家中有事']) });
    const until = status === 'pending' ? hired - 1 : Math.min(expires, left === null ? Infinity : left - 1, leave ? leave[0]! - 1 : Infinity);
    return { id, gender, hospitals: posted, from: hired, until, service: null, places: [] };
  };
}
