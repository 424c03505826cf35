// The peers, as plain as their libraries allow: cmdk with its own filter over 1,000 items, or 10,000, and TanStack Virtual over rows in memory;
// and the floor, ten rows that a key writes into a bare document.
import { Command } from 'cmdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { mark, typed } from '../../src/ui/palette/meter.ts';

declare global {
  interface Window {
    /** How many rows answer each text that will be typed: cmdk's rows name no text that they answer. */
    counts?: Readonly<Record<string, number>>;
  }
}
const many = (n: number) => Array.from({ length: n }, (_, i) => `PH2611${String(i).padStart(7, '0')} 病人${i} 骨科 ${i % 60}床`);

function Palette({ size }: { size: number }) {
  const [open, setOpen] = useState(false);
  const [items] = useState(() => many(size));
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      mark(e);
      if (e.key === 'k' && e.ctrlKey) { e.preventDefault(); setOpen((o) => !o); }
    };
    addEventListener('keydown', key, { capture: true });
    return () => removeEventListener('keydown', key, { capture: true });
  }, []);
  const shown = () => {
    const input = document.querySelector<HTMLInputElement>('[cmdk-input]');
    return input === null ? null : document.querySelectorAll('[cmdk-item]').length === window.counts?.[input.value];
  };
  return (
    <Command.Dialog open={open} onOpenChange={setOpen} label="peer">
      {/* in the capture: cmdk filters within the event, and a key that long ago is not taken for what changed the text */}
      <Command.Input onInputCapture={() => typed(shown)} />
      <Command.List>{items.map((text) => <Command.Item key={text} value={text}>{text}</Command.Item>)}</Command.List>
    </Command.Dialog>
  );
}
/** What no palette comes below on this machine: the first ten of 100,000 texts that hold what is typed, written into elements that are there. */
function bare(root: HTMLElement): void {
  const texts = many(100_000);
  root.innerHTML = `<div id="bare" hidden><input>${'<p></p>'.repeat(10)}</div>`;
  const [box, input] = [root.querySelector<HTMLElement>('#bare')!, root.querySelector('input')!];
  addEventListener('keydown', (e) => {
    mark(e);
    if (e.key === 'Escape') box.hidden = true;
    if (e.key !== 'k' || !e.ctrlKey) return;
    e.preventDefault();
    box.hidden = false;
    input.value = '';
    input.focus();
  }, { capture: true });
  input.addEventListener('input', () => {
    const found: string[] = [];
    for (let i = 0; i < texts.length && found.length < 10; i += 1) if (texts[i]!.includes(input.value)) found.push(texts[i]!);
    for (const [i, row] of [...box.querySelectorAll('p')].entries()) row.textContent = found[i] ?? '';
    box.dataset['q'] = input.value;
    typed(() => true);
  });
}
function Rows() {
  const [rows, setRows] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => 40, overscan: 5 });
  return (
    <>
      <button id="rows" type="button" onClick={() => setRows(many(20_000))}>rows</button>
      <div ref={box} id="box" style={{ height: 600, overflow: 'auto' }}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((v) => <div key={v.key} data-row={v.index} style={{ position: 'absolute', top: v.start, height: 40 }}>{rows[v.index]}</div>)}
        </div>
      </div>
    </>
  );
}
const root = document.getElementById('root')!;
if (location.hash === '#bare') bare(root);
else createRoot(root).render(location.hash === '#rows' ? <Rows /> : <Palette size={Number(location.hash.slice(1) || 1000)} />);
