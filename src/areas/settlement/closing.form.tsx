import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { FollowBar, useFollow } from '../../ui/follow.tsx';
import { useFormat } from '../../ui/format.ts';
import { outdated } from '../../ui/read.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { toast } from '../../ui/toast.tsx';
import { VerbForm } from '../../ui/verb-form.tsx';
import { WordsField } from '../../ui/words-field.tsx';
import { settlement, sumsOf, type Statement } from './contract.ts';
import { MonthFacts } from './money.tsx';

/** Closes a hospital's month with the sums that are shown, or opens it again for a reason. What was refused is said, and the sums are read anew; a server that dies meanwhile does not end it. */
export function ClosingForm({ verb, statement, onClose }: { verb: 'close' | 'reopen'; statement: Statement; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { busy, failure, send } = useSend();
  const { far, cut, follow, isGone } = useFollow();
  const [wrong, setWrong] = useState(false);
  const [typed, setTyped] = useState('');
  const { hospitalId, month, version, name } = statement;
  const of = format.month(month);
  const title = verb === 'close' ? t`月结 ${of}` : t`重开 ${of}`;
  async function submit(form: HTMLFormElement): Promise<void> {
    const reason = typed.trim();
    setWrong(verb === 'reopen' && reason === '');
    if (verb === 'reopen' && reason === '') return focusField(form, 'reason');
    const named = { hospitalId, month, version };
    const sums = sumsOf(statement);
    const done = await send([verb, named, sums, reason], (key) =>
      follow(key, () => (verb === 'close' ? call(settlement.close, { body: { ...named, sums }, idempotencyKey: key, patient: true }) : call(settlement.reopen, { body: { ...named, reason }, idempotencyKey: key, patient: true }))));
    outdated([settlement.months, settlement.statement, settlement.orders, settlement.caregivers, settlement.caregiver]);
    if (done === undefined) return;
    // who has left is somewhere else by now
    if (!isGone()) onClose(true);
    toast({ words: verb === 'close' ? t`${name} ${of}已月结` : t`${name} ${of}已重开` });
  }
  return (
    <Drawer title={title} dirty={() => busy || typed.trim() !== ''} {...(busy ? { loss: verb === 'close' ? t`正在月结，关闭后看不到结果。` : t`正在重开，关闭后看不到结果。` } : {})} onClose={() => onClose(false)}>
      {(leave) => (
        <VerbForm busy={busy} said={failure?.message ?? null} conflict={null} action={verb === 'close' ? t`月结` : t`重新打开月份`} danger={verb === 'reopen'} first={verb === 'reopen' ? 'reason' : undefined} leave={leave} onSubmit={(form) => void submit(form)}>
          <p className={control.label}>{name}</p>
          <MonthFacts sums={statement} dated />
          {verb === 'close' ? <p className={control.hint}><Trans>月结后，这个月的服务日、护工分成和款项不再变动；要改就先重开。</Trans></p> : (
            <>
              <p className={control.hint}><Trans>重开后，这个月的服务日又能改，改完再月结一次。原因写在对账单上，医院也看得到，并记入审计日志。</Trans></p>
              <WordsField label={t`重开原因`} name="reason" value={typed} onChange={setTyped} maxLength={500} error={wrong ? t`写明原因` : null} />
            </>
          )}
          {busy && (far !== null || cut) && (
            <FollowBar name={title} far={far} words={cut ? (verb === 'close' ? t`连接断了，月结在服务器上继续，正在等结果` : t`连接断了，重开在服务器上继续，正在等结果`) : verb === 'close' ? t`正在月结` : t`正在重开`} />
          )}
        </VerbForm>
      )}
    </Drawer>
  );
}
