import { answer, answerFile, type Served } from '../../host/answer.ts';
import { RANGE_MOST, statistics } from './contract.ts';
import { readGroups } from './group.ts';
import { readBands, readHeat } from './heat.ts';
import { exportStatistics } from './sheet.ts';
import { readMeasures } from './store.ts';

const RANGE = `起始不晚于结束，最长 ${RANGE_MOST} 天 from is not after to; ${RANGE_MOST} days at most`;
/** The statistics endpoints. */
export const served: Served[] = [
  answer(statistics.measures, readMeasures, RANGE),
  answer(statistics.groups, readGroups, `${RANGE}；sort 是所问的指标 sort is a measure that is asked for`),
  answer(statistics.heat, readHeat, `${RANGE}；指标可以相加，格子不过多 the measure adds up, steps are not too many`),
  answer(statistics.bands, (ask) => readBands(ask.reach, ask.query)),
  answerFile(statistics.export, exportStatistics, RANGE),
];
