import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import { MONTHS } from '#web/features/clients/client-form.ts';
import type { ClientForm } from '#web/features/clients/client-form.ts';
import { ZoneAndCountry } from '#web/pickers/ZoneAndCountry.tsx';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { NumberField } from '#web/ui/fields/NumberField.tsx';

/** The inputs of a client. The schema's follows the name while it can still be chosen. */
export function ClientFields({ form, children }: { form: ClientForm; children?: ReactNode }) {
  const day = (field: 'subscriptionStartDate' | 'subscriptionEndDate', label: string) => (
    <DayInput
      label={label}
      value={form.values[field]}
      onChange={(value) => form.setFieldValue(field, value)}
      error={form.errors[field] as string | undefined}
    />
  );
  return (
    <>
      <TextInput
        className={children ? undefined : classes.wide}
        label="Client Name"
        maxLength={200}
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('clientName')}
      />
      {children}
      {day('subscriptionStartDate', 'Subscription Start')}
      {day('subscriptionEndDate', 'Subscription End')}
      <NumberField
        label="Amount Paid"
        currency={DEFAULT_CURRENCY}
        value={form.values.amountPaid}
        onChange={(amount) => form.setFieldValue('amountPaid', amount)}
        error={form.errors['amountPaid']}
      />
      <ZoneAndCountry form={form} />
      <Select
        label="Financial Year Begins"
        data={MONTHS}
        allowDeselect={false}
        {...form.getInputProps('yearBegins')}
      />
    </>
  );
}
