import { Trans, useLingui } from '@lingui/react/macro';
import { may, namesOf, rightsOf, RIGHTS, ROLES, type Right, type Role } from '../../kernel/access.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { Retry } from '../../ui/list/retry.tsx';
import { roleWords } from '../../ui/role.ts';
import control from '../../ui/style/control.module.css';
import style from './role.module.css';
import { openedBy, useTable, type Listed } from './table.ts';
import { THING_WORDS, VERB_WORDS } from './words.ts';

const partsOf = (right: Right): [thing: string, verb: string] => {
  const at = right.lastIndexOf(':');
  return [right.slice(0, at), right.slice(at + 1)];
};
const THINGS = [...new Set(RIGHTS.map((right) => partsOf(right)[0]))];

/** `calls`: undefined as long as they are not known. */
function Calls({ calls, label }: { calls: readonly Listed[] | undefined; label: string }) {
  const { t } = useLingui();
  const format = useFormat();
  // the endpoint table tells in Chinese what a call is for
  const told = useLanguage() !== 'en';
  if (calls === undefined) return <span className={style.none} aria-hidden="true">…</span>;
  if (calls.length === 0) return <span className={style.none}><Trans>还没有接口</Trans></span>;
  const count = format.number(calls.length);
  return (
    <details className={style.calls}>
      <summary aria-label={t`${label}：${count} 个接口`}>{t`${count} 个接口`}</summary>
      <ul>{calls.map(({ method, path, summary }) => <li key={`${method} ${path}`}>{told ? `${summary} ` : null}<span className={style.code}>{method} {path}</span></li>)}</ul>
    </details>
  );
}
function Cell({ role, right }: { role: Role; right: Right }) {
  const { t } = useLingui();
  const has = may({ roles: namesOf(role), perms: rightsOf(role) }, right);
  return <td className={style.role} data-has={has}><span aria-hidden="true">{has ? '✓' : '–'}</span><span className={control.hidden}>{has ? t`有` : t`没有`}</span></td>;
}

/** `/system/role`: which role holds which right, and what calls a right opens, as the server tells of itself. */
export default function RolePage() {
  const { t, i18n } = useLingui();
  const say = (words: typeof THING_WORDS, name: string): string => (words[name] === undefined ? name : i18n._(words[name]));
  const { data: table, failure, again } = useTable();
  const free = (open: 'open' | 'signed-in'): Listed[] | undefined => table?.filter(({ may: said }) => said === open);
  return (
    <section className={style.page} aria-label={t`角色与权限`}>
      <div className={style.top}>
        <h1 tabIndex={-1}><Trans>角色与权限</Trans></h1>
        <p><Trans>由系统的接口清单得出，不能在这里修改。</Trans></p>
        {table === undefined && failure !== null && <p role="alert">{t`没有取到接口清单：${failure.message}`} <Retry again={again} /></p>}
      </div>
      {/* what scrolls must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.scroll} aria-label={t`权限矩阵`} tabIndex={0}>
        <table className={style.matrix} aria-busy={table === undefined && failure === null}>
          <thead>
            <tr><th scope="col"><Trans>权限</Trans></th>{ROLES.map((role) => <th key={role} scope="col" className={style.role}>{i18n._(roleWords(role))}</th>)}<th scope="col"><Trans>可用的接口</Trans></th></tr>
          </thead>
          {THINGS.map((thing) => (
            <tbody key={thing}>
              <tr><th scope="rowgroup" colSpan={ROLES.length + 2} className={style.thing}>{say(THING_WORDS, thing)}</th></tr>
              {RIGHTS.filter((right) => partsOf(right)[0] === thing).map((right) => {
                const verb = say(VERB_WORDS, partsOf(right)[1]);
                return (
                  <tr key={right}>
                    <th scope="row">{verb} <span className={style.code}>{right.split(':').flatMap((part, i) => (i === 0 ? part : [<wbr key={part} />, `:${part}`]))}</span></th>
                    {ROLES.map((role) => <Cell key={role} role={role} right={right} />)}
                    <td><Calls calls={table && openedBy(table, right)} label={`${say(THING_WORDS, thing)} ${verb}`} /></td>
                  </tr>
                );
              })}
            </tbody>
          ))}
          <tbody>
            <tr><th scope="rowgroup" colSpan={ROLES.length + 2} className={style.thing}><Trans>不需要权限</Trans></th></tr>
            {([['signed-in', t`登录后人人可用`], ['open', t`不登录也可用`]] as const).map(([open, words]) => (
              <tr key={open}><th scope="row">{words}</th>{ROLES.map((role) => <td key={role} className={style.role}><span aria-hidden="true">✓</span><span className={control.hidden}>{t`有`}</span></td>)}<td><Calls calls={free(open)} label={words} /></td></tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
