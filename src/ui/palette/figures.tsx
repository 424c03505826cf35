import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../format.ts';
import { toggleFigures, useFigures } from '../help-state.ts';
import help from '../help.module.css';
import { useSheet } from '../modal.ts';
import control from '../style/control.module.css';
import { useLeft } from '../use-left.ts';
import { figures, MOST } from './meter.ts';

/** How fast the palette has been for this person. */
export function Figures() {
  const shown = useFigures();
  useLeft(shown, toggleFigures);
  return shown ? <Sheet /> : null;
}
function Sheet() {
  const { t } = useLingui();
  const { number } = useFormat();
  const sheet = useSheet(toggleFigures);
  const [{ n, p50, p95 }] = useState(figures);
  const rows = [[t`一半的键不超过`, `${number(Math.round(p50))} ms`, 'p50'], [t`95% 的键不超过`, `${number(Math.round(p95))} ms`, 'p95'], [t`量过的键`, number(n), 'n']] as const;
  return (
    <dialog {...sheet} className={help.sheet} aria-labelledby="figures-title">
      <h2 id="figures-title">
        <Trans>查找的性能</Trans>
      </h2>
      <p>{n === 0 ? <Trans>还没有量过：先在面板里输入</Trans> : n < MOST ? <Trans>从按下键到结果画出来，打开页面以来</Trans> : t`从按下键到结果画出来，最近 ${number(n)} 次`}</p>
      {n === 0 ? null : (
        <dl className={help.keys}>
          {rows.map(([words, value, name]) => (
            <div key={name} className={help.key} data-figure={name}>
              <dt>{words} <span className={help.or}>{name}</span></dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <button type="button" className={control.button} onClick={toggleFigures}>
        <Trans>关闭</Trans>
      </button>
    </dialog>
  );
}
