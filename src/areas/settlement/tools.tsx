import { useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { CallFailure, DROPPED } from '../../ui/call.ts';
import { download } from '../../ui/download.ts';
import control from '../../ui/style/control.module.css';
import { settlement } from './contract.ts';
import { SETTLEMENT_KEYS } from './key.ts';
import type { At } from './place.ts';
import style from './settlement.module.css';

/** What can be done with what is shown: its own `children` first, then saved as a sheet (⇧E) and printed (p). `prints`: false while something of it is missing. */
export function Tools({ at, prints = true, children }: { at: At; prints?: boolean; children?: ReactNode }) {
  const keys = useKeyProps();
  const [trouble, setTrouble] = useState<string | null>(null);
  async function save(type: 'xlsx' | 'csv'): Promise<void> {
    setTrouble(null);
    try {
      await download(settlement.export, { query: { month: at.month, by: at.by, type, hospitalId: at.hospital ?? undefined, caregiverNo: at.caregiver ?? undefined } });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setTrouble(error.message);
    }
  }
  useKeys([[SETTLEMENT_KEYS.export, () => void save('xlsx')], [SETTLEMENT_KEYS.print, () => prints && window.print()]]);
  return (
    <>
      <div className={style.tools}>
        {children}
        <button type="button" className={`${control.button} ${control.quiet}`} {...keys(SETTLEMENT_KEYS.export)} onClick={() => void save('xlsx')}><Trans>导出 Excel</Trans> <KeyCap of={SETTLEMENT_KEYS.export} /></button>
        <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => void save('csv')}><Trans>导出 CSV</Trans></button>
        <button type="button" className={`${control.button} ${control.quiet}`} {...keys(SETTLEMENT_KEYS.print)} disabled={!prints} onClick={() => window.print()}><Trans>打印</Trans> <KeyCap of={SETTLEMENT_KEYS.print} /></button>
      </div>
      {trouble !== null && <p className={`${control.error} ${style.trouble}`} role="alert">{trouble}</p>}
    </>
  );
}
