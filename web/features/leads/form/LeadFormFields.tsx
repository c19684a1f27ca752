import type { ComponentType, ReactNode } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { LeadFormField } from '#web/features/leads/form/LeadFormField.tsx';
import { askedFields } from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useLeadOptions } from '#web/leads/fields/useLeadOptions.ts';
import classes from '#web/ui/fields/Form.module.css';

/** Wraps an input and shows a note on its value below. */
export type FieldNotice = ComponentType<{
  field: string;
  value: string;
  clientId?: string | undefined;
  children: ReactNode;
}>;

type Props = {
  fields: readonly FieldKey[];
  settings: FieldSettings;
  values: LeadFormValues;
  errors: Readonly<Record<string, unknown>>;
  onChange: (field: FieldKey, value: string) => void;
  /** Shows the whole of a masked value. */
  onShow?: (field: FieldKey) => Promise<void>;
  /** The client whose options are offered. */
  clientId?: string | undefined;
  /** The assignee's name until the picker has loaded it. */
  assignee?: { value: string; label: string } | undefined;
  /** The lead's product, which is offered even if it is no longer active. */
  product?: { value: string; label: string } | undefined;
  /** Additional inputs below those of the fields. */
  below?: Partial<Record<FieldKey, ReactNode>>;
  /** Wraps each input of a new lead. */
  Notice?: FieldNotice;
};

/** The inputs of a lead in the given order, as cells of the form's grid. */
export function LeadFormFields(props: Props) {
  const {
    settings,
    values,
    errors,
    onChange,
    onShow,
    clientId,
    assignee,
    product,
    below = {},
    Notice = NoNotice,
  } = props;
  const options = useLeadOptions(clientId);
  const fields = askedFields(props.fields, settings, values);
  const widths = wideFields(fields, settings);
  return fields.map((field) => (
    <div key={field} className={widths.has(field) ? classes.wide : undefined}>
      <Notice field={field} value={values[field] ?? ''} clientId={clientId}>
        <LeadFormField
          field={field}
          settings={settings}
          value={values[field] ?? ''}
          error={errors[field] as string | undefined}
          onChange={(value) => onChange(field, value)}
          onShow={onShow && (() => onShow(field))}
          options={options}
          clientId={clientId}
          assignee={assignee}
          product={product}
        />
      </Notice>
      {below[field]}
    </div>
  ));
}

const NoNotice: FieldNotice = ({ children }) => children;

/** Fields that span both columns: text areas, and a last field that would be alone in its row. */
function wideFields(fields: readonly FieldKey[], { field: entry }: FieldSettings): Set<string> {
  const wide = new Set<string>();
  let alone: string | undefined;
  for (const field of fields) {
    if (entry(field).type === 'textarea') {
      wide.add(field);
      alone = undefined;
    } else {
      alone = alone ? undefined : field;
    }
  }
  if (alone) wide.add(alone);
  return wide;
}
