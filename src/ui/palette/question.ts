import { bedsWhole } from '../../kernel/bed.ts';
import { namedIn } from './called.ts';
import { hasNumber, MASKED, mobileIn, MOST, orderNumbersIn, plain } from './query.ts';
import type { Question } from './results.ts';

/** What a number is called, before it, also behind a name; of papers also other things are said, `证件 12月到期`. */
const CALLED = /(?<![^\s,;、(])(?:(?:(?:手机|电话)(?:尾号|号码?)?|(?:(?:订?单|工)[编尾]?|[编尾]|^)号|(?=[后末]))(?:的?[后末][四4]位)?[\s:#是]*(?=[a-z-]*\d)|(?:身份证|证件)(?:尾号|号码?)?(?:的?[后末][四4]位)?[\s:是]*(?=\d{14,17}[\dx]|[\dx]{4,}\s*$))/gi;
/** The same in English. A bed or a day is called nothing of that. */
const CALLED_SO = /(?<![^\s,;(])(?:(?:phone|mobile|cell|tel(?:ephone)?)\b(?:\s*(?:no\b\.?|number\b))?|(?:(?:order|staff|id)\s*)?(?:no\b\.?|number\b)|id\b|ending in\b|(?=last\b))(?:\s*last\s*(?:four|4)(?:\s*digits)?)?[\s:#]*(?=[a-z]{0,2}\d{3,}x?(?!\S))/gi;
/** What is said so of a number alone: whose it is. */
const SAID = [['phone', /手机|电话|phone|mobile|cell|tel/i], ['staff', /工[编尾]?号|staff/i], ['identity', /身份证|证件|\bid\b/i]] as const;
/** The same behind it: `10001号订单`, `10001号`; of three digits that alone is rather a bed. */
const NUMBERED = /(?<!\S)(?:(\d{3,})\s*号\s*的?订?单|(\d{4,})\s*号)(?!\S)/g;
/** What a bed, a name or a place is called in a form, before a colon; of what else stands there nobody asks. */
const BED = /病?床(?:号|位号?)\s*:\s*([a-z加]?\d[\d-]*(?:[a-z](?![a-z]))?|加?[零一二三四五六七八九〇两十百]+(?!\p{Script=Han}))号?床?/giu;
const LABEL = /性别\s*:\s*[男女]性?|年龄\s*:\s*\d+岁?|(?:姓名|科室|病区|病?床号|病?床位)\s*:\s*(?=\S)/g;
/** What stands between words of a text that was written for somebody, or around them: `张三，骨科`, `张三（骨科）`. So are names of two parts written, with any dot; `·` is such a one but beside a place or a bed, as in a row: `仁和医院 · 骨科 · 12床`. A day keeps its own, and a bed: `A/12床`. */
const BETWEEN = /[;、。•・()【】[\]「」“”"<>《》|\s]+|(?<=[\s科区室部院楼房床])·|·(?=\s|[a-z加]?\d)|(?<=床):|(?<=\p{Script=Han})\.(?=\p{Script=Han})|(?<=[科区房楼])-(?=\d)|(?<!\d),|,(?!\d)|(?<!\d|[a-z](?=\/\d))\/|\/(?![\da-z])/giu;
/** What is said of somebody whom the words before it name: how one addresses them, their age. */
const BESIDE = /(?<=\p{Script=Han})(?:女士|先生|阿姨|师傅)(?= |$)|(?<= )\d{1,3}岁(?= |$)/gu;
/** Their gender, with the age as a row of a sheet has it: behind a name that is no place's, and beside an age or a bed, for `设置 男` may name a command. */
const GENDER = /(?<=^(?=.*(?:\d岁|[男女]性? \d{1,3}(?: |$)|[\d零一二三四五六七八九〇十百][a-z]? ?号? ?床))(?:.*[ 床·:])?\p{Script=Han}{2,4}(?<![科室区部院楼房床]) (?:.* )?)[男女]性?(?: \d{1,3}岁?(?! 号? ?床(?: |$)))?(?= |$)/giu;
/** A caregiver's address, whatever is written around it; the number has a digit, where a page has none. */
const CAREGIVER = /^.*#\/caregiver\/([\w-]*\d[\w-]*).*$/s;
/** As much of a text is read for words, for some patterns look back from each sign; no more is asked anyway. Numbers are looked for in all of it. */
const READ = 512;
/**
 * The question behind the text of the input. An input method composes with apostrophes and spaces (`wang'li`, behind hanzi that stand already `张wang'li`),
 * which nobody meant: without them the letters are pinyin, and where one stands a syllable ends. Behind a number it is the bed that is composed.
 */
export function questionOf(text: string, composed: boolean, scope: Question['scope']): Question {
  const numbers = orderNumbersIn(text);
  // several are asked of those alone that know orders by their numbers
  if (numbers.length > 1 && (scope ?? 'order') === 'order') return { text: numbers.join(' '), spelled: numbers.join(' '), scope: 'order' };
  const number = numbers[0] ?? mobileIn(text);
  if (number !== null) return { text: number, spelled: number, scope };
  const written = plain(composed ? text.replace(/(?<=\d)ch?u?a?n?g?$/i, '床') : text).replace(MASKED, '$1').trimStart().replace(CAREGIVER, '$1').slice(0, READ).replace(CALLED, '').replace(CALLED_SO, '').replace(NUMBERED, '$1$2');
  // in help a sign is a key
  const words = scope === 'help' ? '' : written.replace(BED, ' $1床').replace(LABEL, ' ').replace(BETWEEN, ' ').replace(GENDER, '').replace(BESIDE, '').replace(/ +/g, ' ').trim();
  const folded = bedsWhole(words || written).trim().slice(0, MOST);
  const spelled = composed ? folded.replace(/(?<=[a-zü])[' ]+(?=[a-zü]|$)/gi, "'") : folded;
  return { text: spelled.replaceAll("'", ''), spelled, scope };
}
/** The same with what its number is said to be: of staff among caregivers, of an identity card among patients. */
export function saidQuestion(text: string, composed: boolean, scope: Question['scope']): Question {
  const question = questionOf(text, composed, scope);
  const why = hasNumber(text) ? undefined : SAID.find(([, called]) => called.test(text) && !called.test(question.text))?.[0];
  const free = scope === null || scope === 'person';
  if (why === 'staff' && free && namedIn(question.text) === null) return { ...question, text: `护工 ${question.text}`, spelled: `护工 ${question.spelled}` };
  if (why === 'identity') return free && /^[\dx]+$/i.test(question.text) ? { ...question, scope: 'person', why } : question;
  return why === 'phone' ? { ...question, why } : question;
}
