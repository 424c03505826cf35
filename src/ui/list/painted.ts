import { useEffect, useState } from 'react';

/** Whether what came with this version of a list has been painted: rows out of sight are filled only then, so that those in sight do not wait for them. */
export function usePainted(version: number): boolean {
  const [painted, setPainted] = useState(version);
  useEffect(() => {
    if (painted === version) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(version))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted, version]);
  return painted === version;
}
