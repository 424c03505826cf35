import type { Row } from '../../host/bulk.ts';
import { dayText } from '../../host/calendar.ts';
import { givenName, idNumber, mobile, surname, type Gender } from './person.ts';
import type { Hospital } from './place.ts';
import type { Random } from './random.ts';

/** A patient whom a later order may be for again. */
interface Known {
  id: number;
  hospital: number;
  ward: Hospital['wards'][number];
  gender: Gender;
  /** The last day of the latest stay. */
  busyUntil: number;
}
const RELATIONS: readonly (readonly [string, number])[] = [['子女', 50], ['配偶', 22], ['父母', 10], ['兄弟姐妹', 8], ['其他', 10]];

/** Makes patients; one in ten orders is for someone who has been here before, never for days that overlap. */
export class Ward {
  #known: Known[] = [];
  #count = 0;
  constructor(
    readonly random: Random,
    readonly readings: (name: string) => { pinyin: string; initials: string },
  ) {}
  /** The patient of an order over these days, and where the patient lies. New ones are added to `rows`. */
  admit(hospital: Hospital, first: number, last: number, at: string, rows: Row[], called?: string): { id: number; ward: Hospital['wards'][number]; gender: Gender } {
    const { random } = this;
    const again = called === undefined && this.#known.length > 20 && random.chance(0.1) ? random.pick(this.#known) : undefined;
    if (again && again.hospital === hospital.id && again.busyUntil < first) {
      again.busyUntil = last;
      return again;
    }
    const ward = random.pick(hospital.wards);
    const gender: Gender = called !== undefined ? 1 : (ward.specialty.gender ?? (random.chance(0.52) ? 1 : 2));
    const family = surname(random);
    const name = called ?? family + givenName(random, gender);
    const [youngest, oldest] = ward.specialty.ages;
    const birthday = first - random.whole(youngest * 365 + 20, oldest * 365 + 364);
    const relation = oldest < 18 ? '父母' : random.weighted(RELATIONS);
    const kin = random.chance(0.5) ? 1 : 2;
    const { pinyin, initials } = this.readings(name);
    const patient = { id: ++this.#count, hospital: hospital.id, ward, gender, busyUntil: last };
    rows.push({
      id: patient.id, name, name_pinyin: pinyin, name_initials: initials, gender, birthday: dayText(birthday), id_no: random.chance(0.7) ? idNumber(random, birthday, gender) : null, mobile: oldest >= 18 && random.chance(0.5) ? mobile(random) : null,
      contact_name: (relation === '配偶' || relation === '其他' ? surname(random) : called === undefined ? family : '张') + givenName(random, kin), contact_relation: relation, contact_mobile: mobile(random), insurance: random.pick(['城镇职工医保', '城乡居民医保', '城乡居民医保', '自费', '商业保险']), created_at: at, updated_at: at,
    });
    this.#known[this.#known.length < 500 ? this.#known.length : random.whole(0, 499)] = patient;
    return patient;
  }
}
