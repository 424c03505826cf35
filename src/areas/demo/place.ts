import { dayOf, dayText } from '../../host/calendar.ts';
import type { Row } from '../../host/bulk.ts';
import type { Random } from './random.ts';
import { CAREGIVER_SHARE_BP } from '../../kernel/price.ts';

/** A service as it is offered: what the generator needs to price and staff an order. */
export interface Service {
  id: number;
  mode: string;
  capacity: number;
  coverage: string;
  dependency: string;
}
/** A hospital of the demonstration, with what its orders draw from. Money in fen. */
export interface Hospital {
  id: number;
  feeBp: number;
  prepayDays: number;
  prices: readonly number[];
  wards: readonly { id: number; department: number; specialty: Specialty; firstBed: number; beds: number }[];
}
interface Specialty {
  name: string;
  code: string;
  illnesses: readonly string[];
  /** Ages of its patients, in years. */
  ages: readonly [number, number];
  gender?: 1 | 2;
}
const kind = (name: string, code: string, ages: readonly [number, number], illnesses: string, gender?: 1 | 2): Specialty => ({ name, code, ages, illnesses: illnesses.split(' '), ...(gender ? { gender } : {}) });
const SPECIALTIES: readonly Specialty[] = [
  kind('骨科', 'GK', [20, 92], '股骨颈骨折 腰椎间盘突出 胫腓骨骨折 膝关节置换术后 桡骨远端骨折'),
  kind('神经内科', 'SJNK', [45, 95], '脑梗死 脑出血恢复期 帕金森病 眩晕待查 阿尔茨海默病'),
  kind('神经外科', 'SJWK', [18, 85], '颅脑外伤 脑膜瘤术后 慢性硬膜下血肿'),
  kind('心血管内科', 'XNK', [40, 95], '冠心病 心力衰竭 心房颤动 高血压3级 急性心肌梗死'),
  kind('呼吸内科', 'HXK', [35, 96], '慢性阻塞性肺疾病 重症肺炎 支气管扩张 肺栓塞'),
  kind('普外科', 'PWK', [18, 88], '胆囊结石术后 阑尾炎术后 肠梗阻 腹股沟疝 胃癌术后'),
  kind('肿瘤科', 'ZLK', [30, 90], '肺癌化疗 结肠癌 乳腺癌术后 淋巴瘤'),
  kind('老年医学科', 'LNK', [70, 100], '多器官功能减退 吸入性肺炎 压疮 2型糖尿病伴并发症'),
  kind('康复科', 'KFK', [25, 90], '脑卒中后遗症 脊髓损伤 关节置换术后康复'),
  kind('泌尿外科', 'MNK', [25, 90], '前列腺增生 肾结石 膀胱肿瘤术后'),
  kind('妇产科', 'FCK', [20, 45], '剖宫产术后 先兆流产 子宫肌瘤术后 妊娠期糖尿病', 2),
  kind('儿科', 'EK', [0, 13], '支气管肺炎 急性肠胃炎 川崎病 手足口病'),
];
const HOSPITALS: readonly (readonly [name: string, short: string, level: string, kind: string, province: string, city: string, district: string, street: string])[] = [
  ['江城市第一人民医院', '江城一院', '3A', 'general', '江苏省', '盐城市', '亭湖区', '建军中路126号'],
  ['清江大学附属第二医院', '清大二院', '3A', 'general', '浙江省', '温州市', '瓯海区', '南白象街1号'],
  ['青石湾区中心医院', '青石湾中心', '3B', 'general', '上海市', '上海市', '浦东新区', '云台路358号'],
  ['云栖中医院', '云栖中医', '3A', 'tcm', '浙江省', '杭州市', '西湖区', '之江路77号'],
  ['东澜市妇幼保健院', '东澜妇幼', '3B', 'maternity', '安徽省', '六安市', '金安区', '皖西大道9号'],
  ['瑞康康复医院', '瑞康康复', '2A', 'rehab', '江苏省', '苏州市', '姑苏区', '桐泾北路200号'],
  ['南屏县人民医院', '南屏县院', '2A', 'general', '四川省', '南充市', '顺庆区', '人民南路97号'],
  ['锦和骨科医院', '锦和骨科', '3C', 'specialist', '四川省', '成都市', '武侯区', '一环路西一段132号'],
  ['长河市第四人民医院', '长河四院', '3B', 'general', '河南省', '周口市', '川汇区', '七一路26号'],
  ['重楼区中心医院', '重楼中心', '2A', 'general', '重庆市', '重庆市', '渝北区', '龙山一路65号'],
  ['朝晖老年病医院', '朝晖老年', '2B', 'specialist', '北京市', '北京市', '朝阳区', '朝阳北路3号'],
  ['乐安胸科医院', '乐安胸科', '3A', 'specialist', '浙江省', '台州市', '椒江区', '东海大道150号'],
];
const SERVICES = [
  ['FW-11-24', '一对一全天陪护', 'one_to_one', 1, 'full24', 'full', 26000],
  ['FW-11-D', '一对一白班陪护', 'one_to_one', 1, 'day', 'partial', 15000],
  ['FW-11-N', '一对一夜班陪护', 'one_to_one', 1, 'night', 'partial', 16000],
  ['FW-12-24', '一对二全天陪护', 'one_to_many', 2, 'full24', 'partial', 18000],
  ['FW-14-24', '一对四病区陪护', 'one_to_many', 4, 'full24', 'independent', 12000],
  ['FW-SP-24', '术后特级陪护', 'one_to_one', 1, 'full24', 'special', 36000],
] as const;
/** Services by id, the first one 1. */
export const services: readonly Service[] = SERVICES.map(([, , mode, capacity, coverage, dependency], i) => ({ id: i + 1, mode, capacity, coverage, dependency }));

const SPRING_FESTIVAL: Record<number, readonly [number, number]> = { 2024: [2, 10], 2025: [1, 29], 2026: [2, 17], 2027: [2, 6], 2028: [1, 26], 2029: [2, 13], 2030: [2, 3] };
/** Holidays of the years around `year`: first and last day, and what a day is worth in basis points. */
export function holidays(year: number): { name: string; first: number; last: number; multiplierBp: number }[] {
  return [year - 2, year - 1, year, year + 1].flatMap((y) => {
    const on = (name: string, month: number, date: number, length: number, multiplierBp: number) => {
      const first = dayOf(y, month, date)!;
      return { name, first, last: first + length - 1, multiplierBp };
    };
    const spring = SPRING_FESTIVAL[y];
    return [on('元旦', 1, 1, 1, 20000), ...(spring ? [on('春节', spring[0], spring[1], 3, 30000)] : []), on('劳动节', 5, 1, 2, 20000), on('国庆节', 10, 1, 3, 20000)];
  });
}

/** Rows of every place of the demonstration, and the hospitals as orders see them. */
export function makePlaces(random: Random, count: number, today: number, readings: (name: string) => { pinyin: string; initials: string }) {
  const rows = { hospital: [] as Row[], department: [] as Row[], ward: [] as Row[], bed: [] as Row[], service: [] as Row[], price: [] as Row[], shift: [] as Row[], holiday: [] as Row[] };
  const hospitals: Hospital[] = [];
  for (let h = 0; h < count; h++) {
    const [baseName, baseShort, level, hospitalKind, province, city, district, street] = HOSPITALS[h % HOSPITALS.length]!;
    const branch = Math.floor(h / HOSPITALS.length);
    const name = branch === 0 ? baseName : `${baseName}第${branch + 1}院区`;
    const id = h + 1;
    const feeBp = random.pick([800, 1000, 1200, 1500]);
    const prepayDays = random.pick([1, 2, 3]);
    rows.hospital.push({
      id, code: `YY${String(id).padStart(3, '0')}`, name, short_name: branch === 0 ? baseShort : `${baseShort}${branch + 1}`, name_pinyin: readings(name).pinyin, name_initials: readings(name).initials,
      level, kind: hospitalKind, province, city, district, address: `${city}${district}${street}`, contact_name: random.pick(['护理部周主任', '后勤科陈科长', '护理部林主任', '医务科吴老师']), contact_phone: `05${random.digits(2)}-8${random.digits(7)}`,
      contract_no: `HT-${2024 + (h % 2)}-${random.digits(4)}`, contract_start: dayText(today - random.whole(400, 800)), contract_end: dayText(today + random.whole(60, 700)), fee_bp: feeBp, prepay_days: prepayDays, created_at: `${dayText(today - 900)}T01:00:00Z`, updated_at: `${dayText(today - 900)}T01:00:00Z`,
    });
    const wards: Hospital['wards'][number][] = [];
    const offered = hospitalKind === 'maternity' ? SPECIALTIES.slice(10) : hospitalKind === 'rehab' ? SPECIALTIES.slice(7, 9) : [...SPECIALTIES].sort((a, b) => (a.code < b.code ? -1 : 1)).filter(() => random.chance(0.75));
    for (const [d, specialty] of (offered.length > 0 ? offered : SPECIALTIES.slice(0, 3)).entries()) {
      const department = rows.department.length + 1;
      rows.department.push({ id: department, hospital_id: id, code: specialty.code, name: specialty.name, sort: d });
      for (let w = 1, last = random.whole(1, 2); w <= last; w++) {
        const ward = rows.ward.length + 1;
        const building = `${String.fromCharCode(65 + (d % 3))}座`;
        const floor = `${3 + d}楼`;
        rows.ward.push({ id: ward, hospital_id: id, department_id: department, name: `${specialty.name}${['一', '二'][w - 1]}病区`, building, floor, nurse_phone: `8${random.digits(7)}` });
        const beds = random.whole(24, 46);
        wards.push({ id: ward, department, specialty, firstBed: rows.bed.length + 1, beds });
        for (let b = 1; b <= beds; b++) rows.bed.push({ id: rows.bed.length + 1, ward_id: ward, hospital_id: id, bed_no: b > beds - 2 ? `加${b - beds + 2}` : String(b), kind: b > beds - 2 ? 'extra' : 'normal' });
      }
    }
    const prices = SERVICES.map(([, , , , , , price]) => price + random.whole(-2, 3) * 500);
    for (const [s, price] of prices.entries()) rows.price.push({ hospital_id: id, service_item_id: s + 1, price_fen: price, caregiver_share_bp: CAREGIVER_SHARE_BP, valid: `[${dayText(today - 1500)},)` });
    rows.shift.push({ hospital_id: id, shift: 'day', start_time: '07:30', end_time: '19:30' }, { hospital_id: id, shift: 'night', start_time: '19:30', end_time: '07:30' });
    hospitals.push({ id, feeBp, prepayDays, prices, wards });
  }
  for (const [s, [code, name, mode, capacity, coverage, dependency]] of SERVICES.entries()) rows.service.push({ id: s + 1, code, name, care_mode: mode, max_patients: capacity, coverage, dependency });
  for (const { name, first, last, multiplierBp } of holidays(Number(dayText(today).slice(0, 4)))) rows.holiday.push({ name, days: `[${dayText(first)},${dayText(last)}]`, multiplier_bp: multiplierBp });
  return { rows, hospitals };
}
