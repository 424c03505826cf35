import { useLingui } from '@lingui/react/macro';
import { VerbForm } from '../../ui/verb-form.tsx';
import { caregiver } from './contract.ts';
import { useVerb } from './use-verb.tsx';
import type { VerbProps } from './verb.ts';

/** Asks before someone is deleted: from then on they are in no list, so that nobody comes upon them to take it back. */
export default function RemoveForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, caregiver.remove);
  const { name } = props.detail;
  return (
    <VerbForm {...verb} action={t`删除护工`} danger leave={props.leave} onSubmit={() => void verb.send({}).then((answer) => answer && props.done(answer))}>
      <p>{t`删除后，名单和查找里不再有 ${name}。十分钟内可以撤销。`}</p>
    </VerbForm>
  );
}
