import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { COUNTRIES } from '#shared/countries.ts';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import type { ClientForm } from '#web/features/clients/client-form.ts';
import { DayInput } from '#web/ui/DayInput.tsx';
import classes from '#web/ui/Form.module.css';
import { NumberField } from '#web/ui/NumberField.tsx';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRY_CHOICES = COUNTRIES.map((code) => ({ value: code, label: countryNames.of(code) ?? code })).sort(
  (one, other) => one.label.localeCompare(other.label),
);

/** Zones that browsers call by names nobody looks for any more. */
const TODAY: Record<string, string> = {
  'Asia/Calcutta': DEFAULT_TIME_ZONE,
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

/** The zones that the browser knows, the current one whatever its spelling. */
function zonesWith(current: string) {
  const known = Intl.supportedValuesOf('timeZone').map((zone) => TODAY[zone] ?? zone);
  return [...new Set([current, ...known])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));
}

/** The inputs of a client; the schema's, where it can still be chosen, stands behind the name. */
export function ClientFields({ form, children }: { form: ClientForm; children?: ReactNode }) {
  const day = (field: 'subscriptionStartDate' | 'subscriptionEndDate', label: string) => (
    <DayInput
      label={label}
      value={form.values[field]}
      onChange={(value) => form.setFieldValue(field, value)}
      error={form.errors[field] as string | undefined}
    />
  );
  const choice = (field: 'timeZone' | 'country', label: string) => ({
    label,
    searchable: true,
    allowDeselect: false,
    nothingFoundMessage: 'Nothing found.',
    ...form.getInputProps(field),
  });
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
      <Select {...choice('timeZone', 'Time Zone')} data={zonesWith(form.values.timeZone)} />
      <Select {...choice('country', 'Country')} data={COUNTRY_CHOICES} />
    </>
  );
}
