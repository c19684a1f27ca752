import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SourceKind } from '#shared/company/sources.ts';
import { RING_PRESETS, RING_WORDS, isTelephony } from '#shared/activities/telephony.ts';
import type { Ring } from '#shared/activities/telephony.ts';
import { bodyOf, bodyText } from '#web/features/sources/ring-body.ts';
import own from '#web/features/sources/Sources.module.css';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

type Values = { kind: SourceKind; creates_leads: boolean; ring: Ring | null };
type Errors = Readonly<Record<string, ReactNode>>;
type Props = { values: Values; errors: Errors; onChange: (part: Partial<Values>) => void };

const NO_REQUEST = { address: '', format: 'form', body: {} } as const;
const FORMATS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
];

/** The choices for a telephone system: leads of unknown callers, and click to call. */
export function TelephonyFields({ values: { kind, creates_leads, ring }, errors, onChange }: Props) {
  const switchRing = (isOn: boolean) => {
    const preset = (isTelephony(kind) && RING_PRESETS[kind]) || NO_REQUEST;
    onChange({ ring: isOn ? { account: '', caller_id: '', ...preset } : null });
  };
  return (
    <>
      <Switch
        label="Unknown callers become leads"
        isOn={creates_leads}
        onChange={(isOn) => onChange({ creates_leads: isOn })}
      />
      <Switch label="Click to call" isOn={ring !== null} onChange={switchRing} />
      {ring && (
        <RingFields key={kind} ring={ring} errors={errors} onChange={(next) => onChange({ ring: next })} />
      )}
    </>
  );
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className={classes.check}>
      <CheckBox
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

type RingProps = { ring: Ring; errors: Errors; onChange: (ring: Ring) => void };

/** The request that rings both phones, filled in from the preset of the telephone system. */
function RingFields({ ring, errors, onChange }: RingProps) {
  const [text, setText] = useState(() => bodyText(ring.body));
  const errorOf = (part: keyof Ring) =>
    Object.entries(errors).find(([field]) => `${field}.`.startsWith(`ring.${part}.`))?.[1];
  const typed = (part: 'account' | 'caller_id' | 'address') => ({
    value: ring[part],
    error: errorOf(part),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...ring, [part]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Account"
        description="Account name or number at your telephone provider."
        maxLength={200}
        {...typed('account')}
      />
      <TextInput
        label="Caller number"
        description="The number that the lead sees."
        maxLength={40}
        {...typed('caller_id')}
      />
      <TextInput
        className={classes.wide}
        label="Address of the request"
        maxLength={2000}
        required
        {...typed('address')}
      />
      <NativeSelect
        label="Sent as"
        data={FORMATS}
        value={ring.format}
        error={errorOf('format')}
        onChange={({ currentTarget }) => onChange({ ...ring, format: currentTarget.value as Ring['format'] })}
      />
      <GrowingTextarea
        className={classes.wide}
        label="Values of the request"
        description="One per line: name = value."
        error={errorOf('body')}
        minRows={3}
        maxRows={12}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange({ ...ring, body: bodyOf(currentTarget.value) });
        }}
      />
      <dl className={`${own.ringWords} ${classes.wide}`} aria-label="Placeholders">
        {Object.entries(RING_WORDS).map(([word, meaning]) => (
          <div key={word}>
            <dt>
              <code>{`{{${word}}}`}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
