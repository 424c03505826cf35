import { useRef, useState } from 'react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { BulkForm, useLoss } from '../../ui/bulk-form.tsx';
import { call } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRunEach } from '../../ui/run-each.ts';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { ofSeveral, useDryRun, type Checked, type CheckedSelection } from './bulk-check.ts';
import { CandidateField } from './candidate-field.tsx';
import { order, type OrderRow } from './contract.ts';

/** What can be done to several orders at once, and what it is called. */
const BULK_WORDS = { assign: msg`派单`, start: msg`开始服务`, complete: msg`完成服务`, cancel: msg`取消订单` };
export type BulkEvent = keyof typeof BULK_WORDS;
/** Lines that are drawn: of more, those that did not succeed come first. */
const DRAWN = 200;

/**
 * Does one thing to each of these orders. First a dry run: how many it may happen to, and why not to the others; then one after
 * the other, with a result for each. `onClose` is told which ones failed or were not reached, as a new selection; null when none was tried.
 */
export function Bulk({ event, rows, selection, onChanged, onClose }: { event: BulkEvent; rows: readonly OrderRow[]; /** All that a filter leaves, but some: instead of rows. */ selection?: CheckedSelection | undefined; onChanged: () => void; onClose: (failed: ReadonlySet<string> | null) => void }) {
  const { t, i18n } = useLingui();
  const { number } = useFormat();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const [carer, setCarer] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const wanted = { event, ...(carer === null ? {} : { caregiverNo: carer }) };
  const { checked, whole, failure } = useDryRun(wanted, rows, selection);
  /** Of orders that have moved on: the version that was told. */
  const seen = useRef(new Map<string, number>());
  const each = useRunEach<Checked>(({ orderNo }) => orderNo);
  const { results, running, failed, over } = each;
  const all = checked ?? [];
  const fits = all.filter(({ refusal }) => refusal === null);
  const words = reason.trim();
  const send = (no: string, version: number, key: string): Promise<unknown> => {
    const rest = { params: { no }, idempotencyKey: `${key}-${version}` };
    if (event === 'assign') return call(order.assign, { ...rest, body: { version, caregiverNo: carer! } });
    if (event === 'cancel') return call(order.cancel, { ...rest, body: { version, reason: words } });
    return call(order[event], { ...rest, body: { version, ...(words === '' ? {} : { reason: words }) } });
  };
  async function run(form: HTMLFormElement): Promise<void> {
    const missing = event === 'cancel' ? words === '' : event === 'assign' && carer === null;
    setWrong(missing);
    if (missing) return focusField(form, event === 'cancel' ? 'reason' : 'caregiver');
    // tried again, each is done on the version that was seen: whose answer was lost is answered the same, whom others were faster with is told
    const work = ({ orderNo: no, version: first }: Checked, key: string): Promise<unknown> => {
      const version = seen.current.get(no) ?? first;
      return ofSeveral(no, version, () => send(no, version, key), (by) => void seen.current.set(no, by));
    };
    if ((await each.run(fits, `${carer} ${words}`, work)) !== null) onChanged();
  }
  /** 0: it was tried and did not succeed. */
  const wrongness = ({ orderNo }: Checked): number => ((results?.get(orderNo) ?? null) === null ? 1 : 0);
  // what went wrong is in sight, however many there are
  const drawn = all.length <= DRAWN ? all : [...all].sort((a, b) => wrongness(a) - wrongness(b) || Number(a.refusal === null) - Number(b.refusal === null)).slice(0, DRAWN);
  const before = ({ refusal }: Checked) => (refusal === null ? <Status tone="accent" words={t`可以`} /> : <Status tone="neutral" words={refusalWords(refusal as RefusalName, language)} />);
  const verb = i18n._(BULK_WORDS[event]);
  return (
    <Drawer title={t`${verb} · ${number(selection === undefined ? rows.length : all.length)} 张订单`} wide dirty={() => running || (results === null && (words !== '' || carer !== null))} loss={useLoss(running)} onClose={() => onClose(results === null ? null : new Set(fits.flatMap(({ orderNo }) => (results.get(orderNo) === null ? [] : [orderNo]))))}>{(leave) => (
      <BulkForm
        each={each} title={verb} going={!whole} ready={checked !== null} many={fits.length} danger={event === 'cancel'} leave={leave} onSubmit={(form) => void run(form)}
        said={checked === null ? t`正在试算` : !whole ? t`已试算 ${number(all.length)} 张` : results === null ? t`${number(fits.length)} 张可以，${number(all.length - fits.length)} 张不可以` : t`${number(results.size - failed.length)} 张已完成，${number(failed.length)} 张没有成功`}
        report={[t`逐张结果`, t`订单`, t({ context: '一张的', message: '结果' })]} lines={drawn.map((one) => ({ id: one.orderNo, name: one.patientName, code: one.orderNo, before: before(one) }))} rest={all.length > DRAWN ? t`还有 ${number(all.length - DRAWN)} 张没有列出` : null}
        action={!whole || fits.length === 0 ? null : over ? t`重试没有成功的 ${number(failed.length)} 张` : t`${verb} ${number(fits.length)} 张`} out={!over ? t`返回` : failed.length > 0 ? t`关闭，选中没有成功的` : t`关闭`}
      >
        {failure !== null && <p role="alert" className={control.error}>{failure}</p>}
        {event === 'assign' && results === null && fits[0] !== undefined && <CandidateField no={fits[0].orderNo} query={{ event }} value={carer} onChange={setCarer} error={wrong ? t`选一位护工` : null} />}
        {event !== 'assign' && (over ? failed.length > 0 : results === null && fits.length > 0) && (
          <WordsField label={{ cancel: t`取消的原因`, complete: t`原因（提前完成时须写明）`, start: t`原因（预付不足时须写明）` }[event]} name="reason" maxLength={500} value={reason} onChange={setReason} error={wrong ? t`写明原因` : null} />
        )}
      </BulkForm>
    )}</Drawer>
  );
}
