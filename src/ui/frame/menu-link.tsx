import type { MouseEvent } from 'react';
import { useLingui } from '@lingui/react';
import { Link } from 'wouter';
import { useKeyProps, useKeyText } from '../bound-key.tsx';
import { Icon } from '../icon.tsx';
import { navigate } from '../location.ts';
import type { MenuLine } from '../menu.ts';
import { wayTo } from '../stack.ts';

/** A line of the menu as a link with its key. `bare`: only the picture is seen, and the words are its tooltip. */
export function MenuLink({ line, current, bare = false, className, words, onClick }: { line: MenuLine; current: boolean; bare?: boolean; className: string | undefined; words?: string | undefined; onClick?: (() => void) | undefined }) {
  const { i18n } = useLingui();
  const keys = useKeyProps();
  const keyText = useKeyText();
  const title = i18n._(line.title);
  // its address stays the bare one, for who copies it or opens it beside
  const go = (event: MouseEvent): void => {
    onClick?.();
    event.preventDefault();
    navigate(wayTo(line.to));
  };
  return (
    <Link href={line.to} className={className} aria-current={current ? 'page' : undefined} title={bare ? [title, line.opens && keyText(line.opens)].filter(Boolean).join(' · ') : undefined} {...(line.opens && keys(line.opens))} onClick={go}>
      <Icon name={line.icon} size={18} />
      <span className={words}>{title}</span>
    </Link>
  );
}
