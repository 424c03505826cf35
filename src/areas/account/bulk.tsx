import { useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { BulkForm, useLoss } from '../../ui/bulk-form.tsx';
import { call } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { useRunEach, type Results } from '../../ui/run-each.ts';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { entity } from '../entity/contract.ts';
import { account, type AccountRow } from './contract.ts';
import { nameOf, type BulkVerb } from './name.ts';
import { rememberDone } from './undo.tsx';

/** What of an account it has to know. */
type Row = Pick<AccountRow, 'id' | 'username' | 'nickname'>;

/** Does one thing to each of these accounts, one after the other, and says for each how it went. Asks first; a deletion wants a reason. */
export function Bulk({ verb, rows, onChanged, onClose }: { verb: BulkVerb; rows: readonly Row[]; onChanged: (done: Results) => void; onClose: () => void }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  const each = useRunEach<Row>(({ id }) => id);
  const { results, running, over, failed } = each;
  const unchanged = useRef(new Set<string>());
  const work = ({ id }: Row, idempotencyKey: string): Promise<unknown> =>
    verb === 'delete'
      ? call(entity.remove, { params: { ids: id }, query: { reason: reason.trim() }, idempotencyKey })
      : call(account.status, { params: { id }, query: { status: verb === 'enable' ? '1' : '0' }, idempotencyKey }).then((said) => said !== null && unchanged.current.add(id));

  async function run(form: HTMLFormElement): Promise<void> {
    const missing = verb === 'delete' && reason.trim() === '';
    setWrong(missing);
    if (missing) return focusField(form, 'reason');
    const done = await each.run(rows, reason.trim(), work);
    const fine = rows.filter(({ id }) => done?.get(id) === null);
    if (fine.length === 0) return;
    // whoever was enabled before stays so when this is taken back; a row may be older than that
    const moved = fine.filter(({ id }) => !unchanged.current.has(id));
    if (moved.length > 0) rememberDone(verb, moved);
    onChanged(done!);
  }
  const only = rows.length === 1 ? nameOf(rows[0]!) : null;
  const title = { enable: t`启用 ${number(rows.length)} 个账号`, disable: t`停用 ${number(rows.length)} 个账号`, delete: only === null ? t`删除 ${number(rows.length)} 个账号` : t`删除 ${only}` }[verb];
  return (
    <Drawer title={title} dirty={() => running || (results === null && reason.trim() !== '')} loss={useLoss(running)} onClose={onClose}>{(leave) => (
      <BulkForm
        each={each} title={title} many={rows.length} danger={verb === 'delete'} leave={leave} onSubmit={(form) => void run(form)}
        said={!over ? null : failed.length === 0 ? t`${number(rows.length)} 个都已完成` : t`${number(rows.length - failed.length)} 个已完成，${number(failed.length)} 个没有成功`}
        report={[t`每个账号的结果`, t`账号`, t({ context: '一个', message: '结果' })]} lines={rows.map((row) => ({ id: row.id, name: nameOf(row), before: '—' }))}
        action={over ? t`重试没有成功的 ${number(failed.length)} 个` : { enable: t`启用账号`, disable: t`停用账号`, delete: t`删除` }[verb]} out={over ? t`关闭` : t`返回`}
      >
        <p className={control.hint}>{{ enable: t`启用后可以登录。`, disable: t`停用后立即退出登录，不能再登录。`, delete: t`删除后立即退出登录；十分钟内可以撤销。` }[verb]}</p>
        {verb === 'delete' && results === null && <Field label={t`删除的原因`} name="reason" maxLength={200} autoComplete="off" value={reason} error={wrong ? t`填写原因，记入审计日志` : null} onChange={(event) => setReason(event.target.value)} />}
      </BulkForm>
    )}</Drawer>
  );
}
