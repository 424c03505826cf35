import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { useDraft } from '../../ui/draft.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useSend } from '../../ui/send.ts';
import { VerbForm } from '../../ui/verb-form.tsx';
import { caregiver, type Acted } from './contract.ts';
import { PersonFields } from './person-field.tsx';
import { BLANK, blamedField, FAULT_WORDS, newBody, wrongFields, type FieldName, type Typed } from './typed.ts';

/** Makes a caregiver, in a drawer. What was typed stays through errors and other pages until it is saved or thrown away. */
export function NewCaregiver({ onDone, onClose }: { onDone: (acted: Acted, name: string) => void; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [draft, keep] = useDraft<Typed>('/caregiver/index?new');
  const { busy, failure, send, forgive } = useSend();
  const [wrong, setWrong] = useState<readonly FieldName[]>([]);
  const typed = draft ?? BLANK;
  const blamed = failure === null ? null : blamedField(failure.message);
  return (
    <Drawer title={t`新建护工`} wide kept dirty={() => draft !== null} onClose={onClose} onDiscard={() => (keep(null), onClose())}>{(leave) => (
      <VerbForm
        busy={busy} said={failure?.message ?? null} conflict={null} action={t`新建`} first="name" blamed={blamed} leave={leave}
        onSubmit={(element) => {
          const body = newBody(typed);
          const faults = wrongFields(body, true);
          setWrong(faults);
          const first = faults[0] === undefined ? null : element.elements.namedItem(faults[0]);
          if (first instanceof HTMLElement) first.focus();
          if (faults.length > 0) return;
          void send(body, (idempotencyKey) => call(caregiver.create, { body, idempotencyKey })).then((sent) => {
            if (sent === undefined) return;
            keep(null);
            onDone(sent.reply, typed.name.trim());
          });
        }}
      >
        <PersonFields
          typed={typed} held={null}
          write={(part) => {
            keep({ ...typed, ...part });
            setWrong((names) => names.filter((name) => !(name in part)));
            if (blamed !== null && blamed in part) forgive();
          }}
          faultOf={(name) => (wrong.includes(name) ? i18n._(FAULT_WORDS[name] ?? { id: '' }) : blamed === name ? failure!.message : null)}
        />
      </VerbForm>
    )}</Drawer>
  );
}
