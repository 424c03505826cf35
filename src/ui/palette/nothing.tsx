import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Scope } from '../../../machines/palette.ts';
import { useKeyProps } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { Keys } from '../shown-keys.tsx';
import style from './palette.module.css';
import { SCOPE_WORDS } from './scope.ts';

/** What is said in the place of rows once nothing was found: what may be typed here, and that `refused` commands are called so which cannot be done now. */
export function Nothing({ query, scope, refused }: { query: string; scope: Scope | null; refused: number }) {
  const { t, i18n } = useLingui();
  const asks = scope === null ? null : i18n._(SCOPE_WORDS[scope].asks);
  return (
    <p className={style.note}>
      {refused > 0 ? <><Plural value={refused} other="# 条命令现在不能做：" /><Keys of={OWN_KEYS.denied.keys} /> <Trans>看原因</Trans></> : asks === null ? t`没有找到“${query}”。可以输入订单号的任意一段、姓名、拼音首字母、手机尾号或床号。` : t`没有找到“${query}”。这里可以输入：${asks}。`}
    </p>
  );
}
/** Why not all was searched, and how it is tried once more. */
export function Failed({ failure, onAgain }: { failure: string; onAgain: () => void }) {
  const { t } = useLingui();
  const props = useKeyProps();
  return (
    <p className={style.note} role="alert">
      {t`没有查完：${failure}`}{' '}
      <button type="button" data-stop tabIndex={-1} className={style.turn} {...props(OWN_KEYS.again)} onKeyDown={(event) => event.stopPropagation()} onClick={onAgain}>
        <Keys of={OWN_KEYS.again.keys} /> <Trans>再查一次</Trans>
      </button>
    </p>
  );
}
