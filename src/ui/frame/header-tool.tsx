import { createContext, useContext, type ReactNode } from 'react';
import { useKeyProps, useKeyText } from '../bound-key.tsx';
import { Icon } from '../icon.tsx';
import type { Keyed } from '../keyboard.ts';
import style from './header-tool.module.css';

/** Where the tools are drawn: small in the header, or as lines of a narrow screen's menu, which `leave` closes before the tool does its work. */
export const ToolPlace = createContext<{ leave: () => void } | null>(null);

/**
 * A button at the header's end; under 768 px a line of the menu's sheet. `words` names it, `of` is its key, `mark` what stands upon it
 * (an unread count, or `•`), which `words` say too for whoever does not see it. Add one line for yours in header-tools.tsx.
 */
export function HeaderTool({ icon, words, of, mark, popup, expanded, onClick }: { icon: string; words: string; of?: Keyed | undefined; mark?: ReactNode; popup?: 'dialog' | 'menu'; expanded?: boolean; onClick: () => void }) {
  const sheet = useContext(ToolPlace);
  const keys = useKeyProps();
  const text = useKeyText();
  const key = of && text(of);
  const press = (): void => {
    sheet?.leave();
    onClick();
  };
  const own = { type: 'button', 'aria-haspopup': popup, 'aria-expanded': expanded, ...(of && keys(of)) } as const;
  if (sheet !== null) {
    return (
      <button {...own} className={style.line} onClick={press}>
        <Icon name={icon} size={18} /> <span>{words}</span> {mark === undefined ? null : <span className={style.count} aria-hidden="true">{mark}</span>}
      </button>
    );
  }
  return (
    <button {...own} className={style.tool} aria-label={words} title={key === undefined ? words : `${words} · ${key}`} onClick={press}>
      <Icon name={icon} size={18} />
      {mark === undefined ? null : <span className={style.mark} data-dot={mark === '•'} aria-hidden="true">{mark}</span>}
    </button>
  );
}
