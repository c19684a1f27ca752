import { NumberInput, Select, TextInput, Textarea } from '@mantine/core';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Option } from '#shared/lead-options.ts';
import { CONTACT_TIMES } from '#web/features/leads/form/contact-times.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { MomentInput } from '#web/ui/MomentInput.tsx';

type Props = {
  field: LeadFieldKey;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  /** Choices of status and source, with those only the data knows. */
  options: Record<string, Option[]>;
  /** The client whose users can be assigned. */
  clientId?: string | undefined;
  /** The assignee's name until the picker knows it. */
  assignee?: { value: string; label: string } | undefined;
};

/** The input that fits a field of the catalogue. */
export function LeadFormField({ field, value, error, onChange, options, clientId, assignee }: Props) {
  const { title, type, required, placeholder, options: own } = leadField(field);
  const shared = { label: title, placeholder, error, required, name: field };
  const choices = field === 'preferred_contact_time' ? CONTACT_TIMES : (options[field] ?? own);
  if (choices) {
    return (
      <Select
        {...shared}
        placeholder={placeholder ?? 'Select'}
        data={[...choices]}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        searchable={choices.length > 8}
        clearable={!required && field !== 'status' && field !== 'source'}
        allowDeselect={false}
      />
    );
  }
  switch (type) {
    case 'user':
      return (
        <UserSelect
          {...shared}
          placeholder="Unassigned"
          clientId={clientId}
          known={assignee}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable
        />
      );
    case 'datetime':
      return <MomentInput {...shared} value={value} onChange={onChange} />;
    case 'textarea':
      return (
        <Textarea
          {...shared}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={10}
        />
      );
    case 'number':
    case 'money':
      return (
        <NumberInput
          {...shared}
          value={value}
          onChange={(number) => onChange(String(number))}
          min={0}
          hideControls
          allowDecimal={type === 'money'}
          decimalScale={2}
          {...(type === 'money' && {
            leftSection: '₹',
            thousandSeparator: ',',
            thousandsGroupStyle: 'lakh' as const,
          })}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          type={type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
