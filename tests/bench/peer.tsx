// The peers, as plain as their libraries allow: cmdk with its own filter over 1,000 items, and TanStack Virtual over rows in memory.
import { Command } from 'cmdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const many = (n: number) => Array.from({ length: n }, (_, i) => `PH2611${String(i).padStart(7, '0')} 病人${i} 骨科 ${i % 60}床`);

function Palette() {
  const [open, setOpen] = useState(false);
  const [items] = useState(() => many(1000));
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.key === 'k' && e.ctrlKey) { e.preventDefault(); setOpen((o) => !o); }
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return (
    <Command.Dialog open={open} onOpenChange={setOpen} label="peer">
      <Command.Input />
      <Command.List>{items.map((text) => <Command.Item key={text} value={text}>{text}</Command.Item>)}</Command.List>
    </Command.Dialog>
  );
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
createRoot(document.getElementById('root')!).render(location.hash === '#rows' ? <Rows /> : <Palette />);
