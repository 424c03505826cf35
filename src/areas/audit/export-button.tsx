import { useState } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { CallFailure, DROPPED } from '../../ui/call.ts';
import { download } from '../../ui/download.ts';
import { usePlainKey } from '../../ui/plain-key.ts';
import control from '../../ui/style/control.module.css';
import { auditTrail } from './contract.ts';

type Query = NonNullable<NonNullable<Parameters<typeof download<typeof auditTrail.export>>[1]>['query']>;

/** Saves the lines that the filters fit, as they are asked for; a refusal is a message, never a file. */
export function ExportButton({ query }: { query: Query }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function start(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await download(auditTrail.export, { query });
      announce(t`已导出`);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  }
  usePlainKey([{ keys: ['v'], words: msg`导出`, run: () => void start() }]);
  return (
    <>
      {failure !== null && <span role="alert" className={control.error}>{failure}</span>}
      <button type="button" className={control.button} aria-busy={busy} aria-keyshortcuts="v" onClick={() => void start()}>
        <Trans>导出</Trans> <kbd className={control.key} aria-hidden="true">V</kbd>
      </button>
    </>
  );
}
