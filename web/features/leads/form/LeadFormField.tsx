import { Button, Input, Select, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { CONTACT_TIMES, contactTimeLabel } from '#shared/activities/contact-times.ts';
import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { withValues } from '#web/leads/fields/useLeadOptions.ts';
import { isMasked } from '#web/leads/masked.ts';
import { ProductSelect } from '#web/pickers/ProductSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { MomentInput } from '#web/ui/fields/MomentInput.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

type Props = {
  field: FieldKey;
  settings: FieldSettings;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  onShow?: (() => Promise<void>) | undefined;
  /** Options of status and source, including values that only occur in the data. */
  options: Record<string, Option[]>;
  /** The client whose users can be assigned and whose products are offered. */
  clientId?: string | undefined;
  /** The assignee's name until the picker has loaded it. */
  assignee?: { value: string; label: string } | undefined;
  /** The lead's product, which is offered even if it is no longer active. */
  product?: { value: string; label: string } | undefined;
};

/** The input that suits a field, with the client's title, required marker, placeholder and options. */
export function LeadFormField(props: Props) {
  const { field, settings, value, error, onChange, onShow, clientId, assignee, product } = props;
  const { required, placeholder } = settings.setting(field) ?? {};
  const { type } = settings.field(field);
  const shared = {
    label: settings.title(field),
    placeholder: placeholder || (type === 'tags' ? leadField('tags').placeholder : undefined),
    error,
    required,
    name: field,
  };
  if (type === 'select' || field === 'preferred_contact_time') return <Choice {...props} />;
  if (onShow && isMasked(value)) return <MaskedInput {...shared} value={value} onShow={onShow} />;
  switch (type) {
    case 'user':
      return (
        <UserSelect
          {...shared}
          placeholder={placeholder || 'Unassigned'}
          clientId={clientId}
          known={assignee}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable={!required}
        />
      );
    case 'product':
      return (
        <ProductSelect
          {...shared}
          clientId={clientId}
          known={product}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable={!required}
        />
      );
    case 'datetime':
      return <MomentInput {...shared} value={value} onChange={onChange} />;
    case 'checkbox':
      return <Check {...shared} value={value} onChange={onChange} />;
    case 'textarea':
      return (
        <GrowingTextarea
          {...shared}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          minRows={3}
          maxRows={10}
        />
      );
    case 'number':
    case 'money':
      return (
        <NumberField
          {...shared}
          currency={type === 'money' ? DEFAULT_CURRENCY : undefined}
          value={value}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          type={type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}
          autoComplete="off"
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

type MaskedProps = { label: string; name: string; value: string; onShow: () => Promise<void> };

/** A masked value. It is shown whole before it can be changed; left alone, it stays as it is. */
function MaskedInput({ label, name, value, onShow }: MaskedProps) {
  const [isBusy, setIsBusy] = useState(false);
  const show = async () => {
    setIsBusy(true);
    await onShow();
    setIsBusy(false);
  };
  return (
    <TextInput
      label={label}
      name={name}
      value={value}
      readOnly
      rightSectionWidth={72}
      rightSection={
        <Button
          size="compact-xs"
          variant="default"
          loading={isBusy}
          aria-label={`Show ${label}`}
          onClick={() => void show()}
        >
          Show
        </Button>
      }
    />
  );
}

type CheckProps = Pick<Props, 'value' | 'error' | 'onChange'> & {
  label: string;
  name: string;
  required?: boolean | undefined;
};

function Check({ name, label, value, error, required, onChange }: CheckProps) {
  const errorId = useId();
  return (
    <>
      <label className={classes.check}>
        <CheckBox
          name={name}
          checked={value === 'true'}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
        <span>
          {label}
          {required && (
            <span className={classes.mark} aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </span>
      </label>
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
    </>
  );
}

/** A choice among options. The lead's value is offered even if it isn't an option. */
function Choice({ field, settings, value, error, onChange, options }: Props) {
  const { required, placeholder } = settings.setting(field) ?? {};
  const choices = withValues(
    field === 'preferred_contact_time' ? CONTACT_TIMES : (options[field] ?? settings.options(field)),
    [value],
  ).map((choice) => ({
    value: choice.value,
    label: field === 'preferred_contact_time' ? contactTimeLabel(choice.value) : choice.label,
  }));
  return (
    <Select
      label={settings.title(field)}
      placeholder={placeholder || 'Select'}
      error={error}
      required={required}
      name={field}
      data={choices}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable={choices.length > 8}
      clearable={!required && field !== 'status' && field !== 'source'}
      allowDeselect={false}
    />
  );
}
