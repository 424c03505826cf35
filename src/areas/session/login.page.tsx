import { Suspense, useEffect, useRef, useState, useSyncExternalStore, type ComponentType, type FormEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { fetchPart, late } from '../../ui/fetch-part.ts';
import { LANGUAGES, useLanguage, wantWholeCatalog } from '../../ui/language.tsx';
import { useQuery } from '../../ui/location.ts';
import { network, onNetwork } from '../../ui/network.ts';
import { signIn, useSessionBusy, useSessionFailure } from '../../ui/session.ts';
import { setSetting, useLostLanguage } from '../../ui/setting.ts';
import { Keys } from '../../ui/shown-keys.tsx';
import control from '../../ui/style/control.module.css';
import { plainTitle } from '../../ui/title.ts';
import { useCaptcha } from './captcha.ts';
import type { saidIn } from './said.ts';
import style from './login.module.css';

const FIELDS = ['username', 'password', 'captchaCode'] as const;
type Field = (typeof FIELDS)[number];
/** Body codes of the error catalogue that belong under a field (kernel/error.ts: bad_sign_in, bad_captcha). */
const BLAMED: Readonly<Record<number, Field>> = { 40001: 'password', 40002: 'captchaCode' };

/** Body codes of the second step: a wrong code, and one that came too late. */
const BAD_CODE = 40003;
const OVER = 40006;
// what few people need comes when it is needed, and so do its words
const worded = <P,>(load: () => Promise<{ default: ComponentType<P> }>) => late(async () => (await Promise.all([load(), wantWholeCatalog()]))[0]);
const SecondStep = worded(() => import(/* webpackChunkName: "login-more" */ './second-step.tsx'));
const LostPhone = worded(() => import(/* webpackChunkName: "login-more" */ './lost-phone.tsx'));

function OnItsWay() {
  const { since } = useSyncExternalStore(onNetwork, network, network);
  return <output>{since === null ? <Trans>正在载入</Trans> : <Trans>没有连上服务器，连上后会自动打开。</Trans>}</output>;
}
/** `/login`: the only page open without a session. Inputs are left to the browser, so that what was typed or filled in before the script ran is kept. */
export default function LoginPage() {
  const { t } = useLingui();
  const busy = useSessionBusy();
  const failure = useSessionFailure();
  // the last try that used a captcha up: none is shown while a second step is asked
  const [spent, setSpent] = useState<typeof failure>(null);
  const captcha = useCaptcha(spent);
  const form = useRef<HTMLFormElement>(null);
  const reading = useLanguage();
  // what the server said is shown as it said it (spec section 8); read in the other language, by the catalogue or not at all
  const [heard, setHeard] = useState({ failure, language: reading });
  // the catalogue of errors has no room in the first load
  const [words, setWords] = useState<typeof saidIn | null>(null);
  // what names the window otherwise (ui/landing.ts) comes with the frame
  const title = `${plainTitle(useQuery().get('title')) ?? t`登录`} · ${t`护理管理系统`}`;
  useEffect(() => void (document.title = title), [title]);
  useEffect(() => {
    if (failure !== null) void fetchPart(() => import(/* webpackChunkName: "login-more" */ './said.ts')).then((said) => setWords(() => said.saidIn), () => {});
  }, [failure]);
  // what is asked beside the password outlives the tries at it; a phone that is being changed: its account, and what came of it
  const [asked, setAsked] = useState(failure?.second ?? null);
  const [lost, setLost] = useState<string | null>(null);
  const [told, setTold] = useState('');
  if (heard.failure !== failure) {
    setHeard({ failure, language: reading });
    if (failure?.second) setAsked(failure.second);
    else if (failure?.code === OVER) setAsked(null);
    if (failure && !failure.second && (asked === null || failure.code === OVER)) setSpent(failure);
  }
  const said = failure === null || failure.second ? null : ((heard.language === reading && failure.message) || words?.(reading, failure) || null);
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const inputOf = (field: Field): HTMLInputElement => form.current!.elements.namedItem(field) as HTMLInputElement;

  useEffect(() => {
    if (lost !== null || document.activeElement !== document.body) return;
    const empty = FIELDS.find((field) => inputOf(field).value === '');
    if (empty !== undefined) inputOf(empty).focus();
  }, [lost]);
  useEffect(() => {
    if (failure === null) return;
    inputOf('captchaCode').value = '';
    if (asked !== null) return;
    const input = inputOf(BLAMED[failure.code] ?? FIELDS.find((field) => inputOf(field).value === '') ?? 'captchaCode');
    input.focus();
    input.select();
  }, [failure, asked]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const empty = FIELDS.filter((field) => inputOf(field).value.trim() === '');
    setMissing(empty);
    if (empty[0] !== undefined) {
      inputOf(empty[0]).focus();
      return;
    }
    signIn({
      username: inputOf('username').value.trim(),
      password: inputOf('password').value,
      captchaKey: captcha.key,
      captchaCode: inputOf('captchaCode').value.trim(),
      rememberMe: (form.current!.elements.namedItem('rememberMe') as HTMLInputElement).checked,
    });
  };

  // of one that ends before it is answered nothing is said: who comes back finds another. An answer that is begun has as long as the server gives
  const freshen = (): void => {
    const code = inputOf('captchaCode');
    if (captcha.age() <= (code.value === '' ? 120_000 : 180_000)) return;
    code.value = '';
    captcha.renew();
  };

  const wanted: Record<Field, string> = { username: t`输入账号`, password: t`输入密码`, captchaCode: t`输入图中的字符` };
  const blamed = failure === null ? undefined : BLAMED[failure.code];
  const wrong = (field: Field): string | null => (missing.includes(field) ? wanted[field] : blamed === field && missing.length === 0 ? said : null);
  const named = (field: Field) => ({ id: field, name: field, className: control.input, required: true, 'aria-invalid': wrong(field) !== null, 'aria-describedby': `${field}-error`, onFocus: freshen, onInput: () => (freshen(), setMissing((now) => now.filter((one) => one !== field))) });
  const error = (field: Field) => (
    <p id={`${field}-error`} className={control.error} aria-live="polite">
      {wrong(field)}
    </p>
  );
  // of the words, not of the setting, which the prerendered page does not know
  const other = reading === 'en' ? 'zh-cn' : 'en';
  const unspoken = useLostLanguage();

  return (
    <div className={style.login}>
      <main id="main" className={style.main} tabIndex={-1}>
        <h1 tabIndex={-1}>
          <Trans>护理管理系统</Trans>
        </h1>
        <output className={style.told}>{told}</output>
        <Suspense fallback={<OnItsWay />}>
          {asked !== null ? (
            <SecondStep asked={asked} said={said} onBack={() => { setAsked(null); captcha.renew(); }} />
          ) : lost !== null ? (
            <LostPhone username={lost} onClose={() => setLost(null)} onDone={(words) => { setLost(null); setTold(words); }} />
          ) : null}
        </Suspense>
        <form ref={form} className={control.form} onSubmit={submit} noValidate hidden={asked !== null || lost !== null}>
          <div className={control.field}>
            <label className={control.label} htmlFor="username">
              <Trans context="登录">账号</Trans>
            </label>
            <input {...named('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} />
            {error('username')}
          </div>
          <div className={control.field}>
            <label className={control.label} htmlFor="password">
              <Trans>密码</Trans>
            </label>
            <input {...named('password')} type="password" autoComplete="current-password" maxLength={256} />
            {error('password')}
          </div>
          <div className={control.field}>
            <label className={control.label} htmlFor="captchaCode">
              <Trans>验证码</Trans>
            </label>
            <div className={style.captcha}>
              <input {...named('captchaCode')} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={8} />
              <button type="button" className={style.picture} onClick={captcha.renew} title={t`换一张`} aria-label={t`验证码图片，按下换一张`}>
                {captcha.image === null ? <span>{captcha.failed ? t`没取到，点此重试` : null}</span> : <img src={captcha.image} alt="" />}
              </button>
            </div>
            {error('captchaCode')}
          </div>
          <label className={style.remember}>
            <input type="checkbox" name="rememberMe" />
            <Trans>在这台电脑上保持登录</Trans>
          </label>
          <p role="alert" className={control.error}>
            {blamed === undefined && failure?.code !== BAD_CODE && said}
          </p>
          <button type="submit" className={`${control.button} ${control.primary} ${style.submit}`} aria-disabled={busy}>
            {busy ? <Trans>登录中…</Trans> : <Trans>登录</Trans>}
          </button>
        </form>
        {asked === null && lost === null ? (
          <button type="button" className={`${control.button} ${control.quiet} ${style.lost}`} onClick={() => setLost(inputOf('username').value.trim())}>
            <Trans>手机号已停用？</Trans>
          </button>
        ) : null}
        <button type="button" lang={other === 'en' ? 'en' : 'zh-CN'} className={`${control.button} ${control.quiet} ${style.language}`} onClick={() => setSetting('language', other)}>
          {LANGUAGES[other]}
        </button>
        {/* pressing it again is the way on */}
        {unspoken === null ? null : <p role="alert" className={control.error}><Trans>没有取到文字，语言没有变。检查网络后再按一次。</Trans></p>}
      </main>
      <aside className={style.keys} aria-label={t`按键`}>
        <dl>
          <div>
            <dt>
              <Keys of="$mod+k" />
            </dt>
            <dd>
              <Trans>找到任何订单、护工和页面</Trans>
            </dd>
          </div>
          <div>
            <dt className={control.press}>
              <Keys of="j" /> <Keys of="k" /> <Keys of="Enter" />
            </dt>
            <dd>
              <Trans>在列表里上下走，打开一条</Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Keys of="[Shift]+?" />
            </dt>
            <dd>
              <Trans>看这一页的全部按键</Trans>
            </dd>
          </div>
        </dl>
      </aside>
    </div>
  );
}
