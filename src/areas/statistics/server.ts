import { answer, answerFile, type Served } from '../../host/answer.ts';
import { statistics } from './contract.ts';
import { readGroups } from './group.ts';
import { readBands, readHeat } from './heat.ts';
import { exportStatistics } from './sheet.ts';
import { readMeasures } from './store.ts';

/** The statistics endpoints. */
export const served: Served[] = [
  answer(statistics.measures, readMeasures, '起始不晚于结束，最长五年零一天 from is not after to; five years and a day at most'),
  answer(statistics.groups, readGroups, '起始不晚于结束，最长五年零一天 from is not after to; five years and a day at most；sort 是所问的指标 sort is a measure that is asked for'),
  answer(statistics.heat, readHeat, '起始不晚于结束，最长五年零一天 from is not after to; five years and a day at most；指标可以相加，格子不过多 the measure adds up, steps are not too many'),
  answer(statistics.bands, (ask) => readBands(ask.reach, ask.query)),
  answerFile(statistics.export, exportStatistics, '起始不晚于结束，最长五年零一天 from is not after to; five years and a day at most'),
];
