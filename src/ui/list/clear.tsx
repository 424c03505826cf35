import { Trans } from '@lingui/react/macro';
import { KeyCap, useKey, useKeyProps } from '../bound-key.tsx';
import { LIST_KEYS } from '../key-entry.ts';
import control from '../style/control.module.css';

/** Takes all filters away where nothing meets them, with its key. */
export function Clear({ clear }: { clear: () => void }) {
  const keys = useKeyProps();
  useKey(LIST_KEYS.clear, clear);
  return <button type="button" className={control.button} {...keys(LIST_KEYS.clear)} onClick={clear}><Trans>清除筛选</Trans> <KeyCap of={LIST_KEYS.clear} /></button>;
}
