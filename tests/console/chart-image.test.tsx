// What a picture says of itself once it has left the console: the marks that the screen explains beside it.
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '@testing-library/react';
import { imageOf, type Shown } from '../../src/ui/chart/image.ts';
import type { Drawn } from '../../src/ui/chart/plot.ts';
import { TimePicture } from '../../src/ui/chart/time-picture.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';

vi.mock('../../src/ui/chart/plot.ts', async (real) => ({ ...(await real<object>()), drawPlot: () => ({ canvas: document.createElement('canvas'), destroy: () => {} }) }));
afterEach(() => vi.restoreAllMocks());
const drawn: Drawn = { kind: 'line', marks: ['1'], values: [1], before: [2], axis: String, least: 1, legend: ['本期 11月', '上期 10月'], cut: [] };
/** What is written, and the boxes that are filled. */
async function drawnOf(shown: Shown): Promise<{ written: string[]; boxes: number[][] }> {
  const [written, boxes]: [string[], number[][]] = [[], []];
  const pen = { measureText: () => ({ width: 20 }), fillText: (words: string) => void written.push(words), scale: () => {}, fillRect: (...box: number[]) => void boxes.push(box), strokeRect: () => {}, drawImage: () => {}, beginPath: () => {}, arc: (...ring: number[]) => void boxes.push(ring), moveTo: () => {}, lineTo: () => {}, fill: () => {}, stroke: () => {} };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as ReturnType<HTMLCanvasElement['getContext']>);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['png'])));
  await imageOf({ title: '题', lines: [] }, shown);
  return { written, boxes: boxes.slice(1) };
}

test('a line, or bars, and the dashes have their words and their days in an image', async () => {
  const line = await drawnOf({ kind: 'time', drawn });
  expect(line.written.slice(1)).toEqual(drawn.legend);
  // one is whole, the other broken
  expect(line.boxes.map(([x]) => x! - 32)).toEqual([0, 5, 10, 15, 20, ...[0, 10, 20].map((dash) => dash + 84)]);
});
test('what the range cuts is explained in an image: of a line beside the dashes, of a heat map below it, with a bar over its column', async () => {
  const legend = [...drawn.legend, '○ 天数不足'];
  const line = await drawnOf({ kind: 'time', drawn: { ...drawn, legend, cut: [0] } });
  expect([line.written.slice(1), line.boxes.length]).toEqual([legend, 8]);
  const heat = { kind: 'heat', rows: ['院'], marks: ['1', '2'], values: [[1, 1]], say: String, less: '天数不足' } as const;
  const bars = async (of: number[]): Promise<number[][]> => (await drawnOf({ ...heat, cut: of })).boxes.filter(([, , , height]) => height === 2);
  expect([(await drawnOf({ ...heat, cut: [1] })).written.at(-1), await bars([])]).toEqual(['━ 天数不足', []]);
  // the second of two columns
  expect((await bars([1])).map(([x, , width]) => [x, width])).toEqual([[32 + 220 + 458, 457]]);
});
test('and on paper', () => {
  const { container } = render(<LocaleProvider><TimePicture label="走势" drawn={drawn} places={[]} at={null} onMove={() => {}} onOpen={() => {}} /></LocaleProvider>);
  expect([...container.querySelectorAll('p[class*=legend] span')].map(({ textContent }) => textContent)).toEqual(drawn.legend);
});
test('a ranking has the places that it has on the screen, or none', async () => {
  const rows = [1, 1, 3, null].map((place, i) => ({ place, name: `n${i}`, value: 'v', share: null }));
  expect((await drawnOf({ kind: 'rank', rows })).written.slice(1).filter((words) => /^\d/.test(words))).toEqual(['1', '1', '3']);
});
