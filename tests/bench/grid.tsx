// Grids over the same million rows behind the same server, each as plain as its library allows: ours (its list kit over a store of windows), AG Grid Community with windows of the
// same size and with all rows, antd's virtual table, which knows all rows only.
import '../../src/ui/style/token.css';
import '../../src/ui/style/base.css';
import { createGrid, AllCommunityModule, ModuleRegistry, type GridApi, type GridOptions } from 'ag-grid-community';
import { Table } from 'antd';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Grid } from '../../src/ui/list/grid.tsx';
import { WINDOW_SIZE, WindowStore } from '../../src/ui/list/window-store.ts';

interface Item {
  no: string;
  patient: string;
  status: string;
  place: string;
  service: string;
  days: string;
  caregiver: string;
  balance: number;
}
const FIELDS = ['no', 'patient', 'status', 'place', 'service', 'days', 'caregiver', 'balance'] as const;
const COUNT = 1_000_000;
const rows: Item[] = Array.from({ length: COUNT }, (_, i) => ({ no: `PH${String(i).padStart(11, '0')}`, patient: `病人${i % 997}`, status: '服务中', place: `骨科 ${i % 60} 床`, service: '一对一陪护', days: '11-01 → 11-09', caregiver: `护工${i % 401}`, balance: (i * 37) % 90_000 }));
const box = document.getElementById('box')!;
/** How long the server takes for an answer, ms: for a window as for all rows, whose time on the way counts for nothing. */
const DELAY = 20;
const served = <T,>(answer: T): Promise<T> => new Promise((done) => setTimeout(() => done(answer), DELAY));

/** What the bench drives: shows the grid, and goes to a row. */
interface Driven {
  show: () => void;
  jump: (index: number) => void;
}
/** AG Grid with rows of its own by these options, or else with all of them. */
function agGrid(options: GridOptions<Item>): Driven {
  ModuleRegistry.registerModules([AllCommunityModule]);
  let api: GridApi<Item>;
  const show = (more: GridOptions<Item>): void => void (api = createGrid<Item>(box, { columnDefs: FIELDS.map((field) => ({ field, width: 140 })), rowHeight: 40, ...more }));
  return { show: () => (options.datasource === undefined ? void served(rows).then((rowData) => show({ rowData })) : show(options)), jump: (index) => api.ensureIndexVisible(index, 'top') };
}
const kits: Record<string, () => Driven> = {
  ours: () => {
    const store = new WindowStore<Item>((pageNum) => served({ list: rows.slice((pageNum - 1) * WINDOW_SIZE, pageNum * WINDOW_SIZE), total: COUNT, pageNum, pageSize: WINDOW_SIZE }));
    const columns = FIELDS.map((id) => ({ id, header: id, width: 8, cell: (row: Item) => row[id] }));
    return { show: () => createRoot(box).render(createElement(Grid<Item>, { label: 'rows', store, columns, keyOf: (row) => row.no, short: (row) => row.no, onMove: () => {} })), jump: (index) => store.goTo(index) };
  },
  ag: () => agGrid({ rowModelType: 'infinite', cacheBlockSize: WINDOW_SIZE, infiniteInitialRowCount: COUNT, datasource: { getRows: ({ startRow, endRow, successCallback }) => void served(rows.slice(startRow, endRow)).then((part) => successCallback(part, COUNT)) } }),
  agAll: () => agGrid({}),
  antd: () => {
    const table = createRef<{ scrollTo: (to: { index: number }) => void } & HTMLElement>();
    const columns = FIELDS.map((field) => ({ title: field, dataIndex: field, width: 140 }));
    const show = (dataSource: Item[]): void => createRoot(box).render(createElement(Table<Item>, { ref: table as never, virtual: true, pagination: false, rowKey: 'no', columns, dataSource, scroll: { x: 1_120, y: 640 } }));
    return { show: () => void served(rows).then(show), jump: (index) => table.current!.scrollTo({ index }) };
  },
};
const driven = kits[location.hash.slice(1)]!();
document.getElementById('show')!.addEventListener('click', driven.show);
document.getElementById('jump')!.addEventListener('click', (event) => driven.jump(Number((event.currentTarget as HTMLElement).dataset['to'])));
