import { useEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Viewer } from '../../kernel/area.ts';
import { announce } from '../announce.tsx';
import { KeyCap, useKeyProps, useKeys } from '../bound-key.tsx';
import { keepTour } from '../help-mark.ts';
import type { TourMark } from '../help-source.ts';
import { dialogOpen } from '../key.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { refocus } from '../modal.ts';
import control from '../style/control.module.css';
import { stepsFor } from './step.tsx';
import style from './tour.module.css';

/** Calls back once no dialog stands over the page: what is below one is neither seen nor heard. */
function whenClear(then: () => void): () => void {
  if (!dialogOpen()) {
    then();
    return () => {};
  }
  const looking = new MutationObserver(() => {
    if (dialogOpen()) return;
    looking.disconnect();
    then();
  });
  looking.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  return () => looking.disconnect();
}

/**
 * The tour: a strip below the page, which goes on working and keeps the focus. It asks for one thing after the other and notices when
 * that was done. `mark` null: it is only offered.
 */
export default function Tour({ viewer, mark }: { viewer: Viewer; mark: TourMark | null }) {
  const { t } = useLingui();
  const keys = useKeyProps();
  const steps = stepsFor(viewer);
  const at = mark === null ? -1 : Math.max(0, steps.findIndex(({ name }) => name === mark.step));
  const step = steps[at];
  const leave = (): void => {
    keepTour({ state: 'off', step: step?.name ?? null });
    announce(step === undefined ? t`以后想学，在帮助里打开“入门五步”` : t`已离开，在帮助里打开“入门五步”可以接着学`);
  };
  // how many were passed over in this visit; of who goes on from before nobody knows
  const skipped = useRef(0);
  const [resumed] = useState(at > 0);
  const next = (): void => {
    const following = steps[at + 1];
    const passed = skipped.current;
    keepTour(following !== undefined ? { state: 'on', step: following.name } : { state: passed === 0 && !resumed ? 'done' : 'off', step: null });
    if (following === undefined) announce(resumed ? t`到头了，在帮助里打开“入门五步”可以再学` : passed === 0 ? t`五步都学完了` : t`到头了，跳过了 ${passed} 步，在帮助里打开“入门五步”可以再学`);
  };
  const skip = (): void => {
    if (step !== undefined) skipped.current += 1;
    next();
  };
  const latest = useRef(next);
  useEffect(() => void (latest.current = next));
  useEffect(() => {
    if (step === undefined) return;
    let stop = (): void => {};
    const deaf = step.watch(() => {
      deaf();
      stop = whenClear(() => latest.current());
    });
    return () => {
      deaf();
      stop();
    };
  }, [step]);
  // the region is there before its words, so that they are heard
  const [said, say] = useState<string | null>(null);
  const name = step?.name ?? '';
  useEffect(() => say(name), [name]);
  // a button that had the focus goes with the strip
  useEffect(() => () => void setTimeout(refocus), []);
  useKeys([[OWN_KEYS.tour, skip], [OWN_KEYS.tourEnd, leave]]);
  const count = steps.length;
  const nth = at + 1;
  return (
    <aside className={style.tour} aria-label={t`入门五步`} data-tour={name}>
      <output className={style.words}>
        {said !== name ? null : step === undefined ? <Trans>第一次来？五步学会不用鼠标办事，两分钟。</Trans> : (
          <>
            <span className={style.count}>{t`第 ${nth} 步，共 ${count} 步`}</span> {step.words()}
          </>
        )}
      </output>
      <div className={control.actions}>
        <button type="button" className={`${control.button} ${step === undefined ? control.primary : ''}`} {...keys(OWN_KEYS.tour)} onClick={skip}>{step === undefined ? <Trans>开始</Trans> : <Trans>跳过这一步</Trans>} <KeyCap of={OWN_KEYS.tour} /></button>
        <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.tourEnd)} onClick={leave}>{step === undefined ? <Trans>不用了</Trans> : <Trans>离开</Trans>} <KeyCap of={OWN_KEYS.tourEnd} /></button>
      </div>
    </aside>
  );
}
