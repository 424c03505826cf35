import { answer, answerFile, type Served } from '../../host/answer.ts';
import { statistics } from './contract.ts';
import { readGroups } from './group.ts';
import { readBands, readHeat } from './heat.ts';
import { exportStatistics } from './sheet.ts';
import { readMeasures } from './store.ts';

/** The statistics endpoints. */
export const served: Served[] = [
  answer(statistics.measures, readMeasures),
  answer(statistics.groups, readGroups),
  answer(statistics.heat, readHeat),
  answer(statistics.bands, (ask) => readBands(ask.reach, ask.query)),
  answerFile(statistics.export, exportStatistics),
];
