import type { useForm } from '@mantine/form';
import type { Client } from '#shared/installation/clients.ts';
import { DEFAULT_COUNTRY } from '#shared/values/countries.ts';
import { YEAR_BEGINS } from '#shared/values/months.ts';
import { DEFAULT_TIME_ZONE, formatDay } from '#shared/values/dates.ts';
import { formatMoney } from '#shared/values/money.ts';
import { amountOf } from '#web/lib/forms/typed-number.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { countryName, zoneLabel } from '#web/pickers/place-words.ts';

/** The details of a client as inputs hold them; '' for a missing one. */
export type ClientValues = {
  clientName: string;
  /** Undefined until one is typed: the name then comes from the client's name. */
  schemaName: string | undefined;
  subscriptionStartDate: string;
  subscriptionEndDate: string;
  amountPaid: string;
  timeZone: string;
  country: string;
  /** The month's number, as a select holds it. */
  yearBegins: string;
};

export function valuesOf(client?: Client): ClientValues {
  return {
    clientName: client?.clientName ?? '',
    schemaName: client?.schemaName,
    subscriptionStartDate: client?.subscriptionStartDate ?? '',
    subscriptionEndDate: client?.subscriptionEndDate ?? '',
    amountPaid: String(client?.amountPaid ?? ''),
    timeZone: client?.timeZone ?? DEFAULT_TIME_ZONE,
    country: client?.country ?? DEFAULT_COUNTRY,
    yearBegins: String(client?.yearBegins ?? YEAR_BEGINS),
  };
}

/** The titles of the inputs, for showing what two people changed at once. */
export const CLIENT_TITLES: Partial<Record<keyof ClientValues, string>> = {
  clientName: 'Client Name',
  subscriptionStartDate: 'Subscription Start',
  subscriptionEndDate: 'Subscription End',
  amountPaid: 'Amount Paid',
  timeZone: 'Time Zone',
  country: 'Country',
  yearBegins: 'Financial Year Begins',
};

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
export const MONTHS = Array.from({ length: 12 }, (_, month) => ({
  value: String(month + 1),
  label: monthNames.format(Date.UTC(2026, month)),
}));

const IN_WORDS: Record<string, (text: string) => string | undefined> = {
  subscriptionStartDate: formatDay,
  subscriptionEndDate: formatDay,
  amountPaid: (text) => formatMoney(amountOf(text)),
  timeZone: zoneLabel,
  country: countryName,
  yearBegins: (text) => MONTHS.find(({ value }) => value === text)?.label,
};

/** The value of an input as its input shows it. */
export function inWords(field: string, value: FieldValue): string {
  const text = String(value ?? '');
  return text === '' ? 'empty' : (IN_WORDS[field]?.(text) ?? text);
}

/** The values as the server takes them, without the schema. */
export function toWire(values: ClientValues) {
  const { clientName, subscriptionStartDate, subscriptionEndDate, amountPaid, timeZone, country } = values;
  return {
    clientName,
    subscriptionStartDate: subscriptionStartDate || null,
    subscriptionEndDate: subscriptionEndDate || null,
    amountPaid: amountPaid === '' ? null : amountOf(amountPaid),
    timeZone,
    country,
    yearBegins: Number(values.yearBegins),
  };
}

export type ClientForm = Pick<
  ReturnType<typeof useForm<ClientValues>>,
  'values' | 'errors' | 'setFieldValue' | 'getInputProps'
>;
