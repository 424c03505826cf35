/** A text in local storage; memory serves where that is forbidden or full. */
export function slot(name: string): { read: () => string | null; write: (text: string) => void } {
  let held: string | null = null;
  let full = false;
  return {
    read: () => {
      if (full) return held;
      try {
        return localStorage.getItem(name);
      } catch {
        return held;
      }
    },
    write: (text) => {
      held = text;
      try {
        localStorage.setItem(name, text);
        full = false;
      } catch {
        full = true;
      }
    },
  };
}
