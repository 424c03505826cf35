import { useEffect, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Facts } from '../../ui/detail/fact.tsx';
import { keepDraft, useDraft } from '../../ui/draft.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { FollowBar, useFollow, useResult } from '../../ui/follow.tsx';
import { useFormat } from '../../ui/format.ts';
import { isLost } from '../../ui/lost-call.ts';
import { wasDone } from '../../ui/palette/last.ts';
import { outdated } from '../../ui/read.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { toast } from '../../ui/toast.tsx';
import { VerbForm } from '../../ui/verb-form.tsx';
import { WordsField } from '../../ui/words-field.tsx';
import { settlement, sumsOf, type MonthVerb, type Statement } from './contract.ts';
import { MonthFacts } from './money.tsx';

/** What is done to a hospital's month: closed with the sums that are shown, opened again for a reason; its pay marked as paid, with how much for how many, or as owed again for a reason. What was refused is said, and the month is read anew; a server that dies meanwhile does not end it. `hold`: what is sent is to stand until there is an answer; null: there is one. */
export function ClosingForm({ verb, statement, hold, onClose }: { verb: MonthVerb; statement: Statement; hold: (sent: Statement | null) => void; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { busy, failure, send } = useSend();
  const { far, cut, follow, isGone } = useFollow();
  const [wrong, setWrong] = useState(false);
  const { hospitalId, month, version, name, pay } = statement;
  const page = `settlement ${verb} ${hospitalId} ${month}`;
  const [draft, keep] = useDraft<{ reason: string }>(page);
  const typed = draft?.reason ?? '';
  // it is gone with the drawer, but for who was cut off: that has taken it before
  useEffect(() => () => keepDraft(page, null), [page]);
  const of = format.month(month);
  const marks = { loss: t`正在登记，关闭后看不到结果。`, cut: t`连接断了，登记在服务器上继续，正在等结果`, far: t`正在登记` };
  // `asks`: for a reason, and so called
  const words: Record<'title' | 'action' | 'done' | 'hint' | keyof typeof marks, string> & { asks?: string } = {
    close: { title: t`月结 ${of}`, action: t`月结`, done: t`${name} ${of}已月结`, loss: t`正在月结，关闭后看不到结果。`, cut: t`连接断了，月结在服务器上继续，正在等结果`, far: t`正在月结`, hint: t`月结后，这个月的服务日、护工分成和款项不再变动；要改就先重开。` },
    reopen: { title: t`重开 ${of}`, action: t`重新打开月份`, done: t`${name} ${of}已重开`, loss: t`正在重开，关闭后看不到结果。`, cut: t`连接断了，重开在服务器上继续，正在等结果`, far: t`正在重开`, hint: t`重开后，这个月的服务日又能改，改完再月结一次。原因写在对账单上，医院也看得到，并记入审计日志。`, asks: t`重开原因` },
    pay: { ...marks, title: t`登记 ${of}工资已发`, action: t`登记工资已发`, done: t`${name} ${of}工资已登记发放`, hint: t`登记后，护工的工资显示已发，这个月不能重开；登记错了可以撤销。` },
    unpay: { ...marks, title: t`撤销 ${of}工资登记`, action: t`撤销工资登记`, done: t`${name} ${of}工资登记已撤销`, hint: t`撤销后，护工的工资显示未发，这个月又能重开。原因记入审计日志。`, asks: t`撤销原因` },
  }[verb];
  const { title, asks } = words;
  const loss = useResult(words.loss);
  async function submit(form: HTMLFormElement): Promise<void> {
    const reason = typed.trim();
    const missing = asks !== undefined && reason === '';
    setWrong(missing);
    if (missing) return focusField(form, 'reason');
    const named = { hospitalId, month, version };
    const sums = sumsOf(statement);
    hold(statement);
    const done = await send([verb, named, sums, reason], (key) => {
      const by = { idempotencyKey: key, patient: true } as const;
      return follow(key, () => (verb === 'close' ? call(settlement.close, { body: { ...named, sums }, ...by }) : verb === 'pay' ? call(settlement.pay, { body: named, ...by }) : call(settlement[verb], { body: { ...named, reason }, ...by }))).catch((error) => {
        if (!isLost(error)) hold(null);
        throw error;
      });
    });
    outdated([settlement.months, settlement.statement, settlement.orders, settlement.caregivers, settlement.caregiver]);
    if (done === undefined) return;
    wasDone(`settlement.${verb}`, hospitalId);
    // who has left is somewhere else by now
    if (!isGone()) onClose(true);
    toast({ words: words.done });
  }
  return (
    <Drawer title={title} dirty={() => busy || typed.trim() !== ''} loss={busy ? loss : undefined} onClose={() => onClose(false)}>
      {(leave) => (
        <VerbForm busy={busy} said={failure?.message ?? null} conflict={null} action={words.action} danger={asks !== undefined} first={asks && 'reason'} leave={leave} onSubmit={(form) => void submit(form)}>
          <p className={control.label}>{name}</p>
          {verb === 'close' || verb === 'reopen' ? <MonthFacts sums={statement} dated /> : pay && <Facts facts={[{ name: t`护工人数`, value: format.number(pay.caregivers) }, ...(pay.amountFen === null ? [] : [{ name: t`工资合计`, value: <b>{format.money(pay.amountFen)}</b> }])]} />}
          <p className={control.hint}>{words.hint}</p>
          {asks && <WordsField label={asks} name="reason" value={typed} onChange={(reason) => keep(reason === '' ? null : { reason })} maxLength={500} error={wrong ? t`写明原因` : null} />}
          {busy && (far !== null || cut) && <FollowBar name={title} far={far} words={cut ? words.cut : words.far} />}
        </VerbForm>
      )}
    </Drawer>
  );
}
