import { useEffect, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { reasonWords } from '../../kernel/error.ts';
import { Back } from '../../ui/detail/back.tsx';
import { Facts, Missing, Part } from '../../ui/detail/fact.tsx';
import detail from '../../ui/detail/detail.module.css';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRead } from '../../ui/read.ts';
import { useRecorded } from '../../ui/recorded.ts';
import { roleWords } from '../../ui/role.ts';
import { Status } from '../../ui/status.tsx';
import style from './audit.module.css';
import { auditTrail, type AuditDetail } from './contract.ts';
import { changesOf } from './diff.ts';
import { ACTION_WORDS, ENTITY_WORDS } from './words.ts';

/** Name of an action or a thing in the reader's language; an unknown one stands as it is. */
export function useKnown(): (words: typeof ACTION_WORDS, name: string) => string {
  const { i18n } = useLingui();
  return (words, name) => (words[name] === undefined ? name : i18n._(words[name]));
}
/** Why it was refused, by the error catalogue. */
export function useReason(): (error: string) => string {
  const language = useLanguage();
  return (error) => reasonWords(error, language);
}

/** One line of the audit: who, when, from where, what, how it ended, and what it changed. */
export function AuditLine({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, failure, again } = useRead(auditTrail.one, { params: { id } });
  const page = useRef<HTMLElement>(null);
  // the path stays, so nobody else moves the focus here
  const here = data !== undefined;
  useEffect(() => page.current?.querySelector<HTMLElement>('h1')?.focus(), [here]);
  return (
    <article ref={page} className={`${detail.page} ${style.page}`} aria-busy={data === undefined && failure === null}>
      <Back list="/system/audit" label={t`审计日志`} />
      {failure !== null ? <Missing title={t`审计记录 ${id}`} failure={failure} again={again} /> : data === undefined ? <h1 tabIndex={-1} className={detail.who}>{t`审计记录 ${id}`}</h1> : <Line line={data} />}
    </article>
  );
}

function Line({ line }: { line: AuditDetail }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const known = useKnown();
  const reason = useReason();
  const recorded = useRecorded();
  const changes = changesOf(line.before, line.after);
  return (
    <>
      <header className={detail.top}>
        <h1 tabIndex={-1} className={detail.who}>{known(ACTION_WORDS, line.action)}</h1>
        <Status tone={line.ok ? 'ok' : 'danger'} words={line.ok ? t`成功` : t`未成功`} />
        <span className={detail.number}>{line.id}</span>
      </header>
      <Facts
        facts={[
          { name: t`时间`, value: format.instant(line.at) },
          { name: t`操作人`, value: line.actorId === null ? t`未登录` : [line.actor ?? line.actorId, line.actorRole === null ? null : i18n._(roleWords(line.actorRole))].filter(Boolean).join(' · ') },
          { name: t`对象`, value: line.entity === null ? null : [known(ENTITY_WORDS, line.entity), line.entityId].filter(Boolean).join(' ') },
          ...(line.error === null ? [] : [{ name: t`原因`, value: reason(line.error) }]),
          { name: t`地址`, value: line.ip },
          { name: t`浏览器`, value: line.userAgent },
          { name: t`会话`, value: line.sessionId },
          { name: t`请求`, value: line.requestId },
          { name: t`动作`, value: line.action },
          { name: t`序号`, value: line.seq },
          { name: t`哈希`, value: <span className={style.hash}>{line.hash}</span> },
        ]}
      />
      <Part title={t`内容`}>
        {changes.length === 0 ? <p className={detail.quiet}><Trans>这次操作没有改动内容</Trans></p> : (
          <table className={style.diff}>
            <thead><tr><th scope="col"><Trans>字段</Trans></th><th scope="col"><Trans>之前</Trans></th><th scope="col"><Trans>之后</Trans></th></tr></thead>
            <tbody>
              {changes.map(({ field, before, after, changed }) => (
                <tr key={field} data-changed={changed}><th scope="row">{field === '' ? '—' : field}</th><td>{before === null ? '—' : recorded(before)}</td><td>{after === null ? '—' : recorded(after)}</td></tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
    </>
  );
}
