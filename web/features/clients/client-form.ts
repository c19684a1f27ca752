import type { useForm } from '@mantine/form';
import type { Client } from '#shared/clients.ts';
import { DEFAULT_COUNTRY } from '#shared/countries.ts';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import { amountOf } from '#web/lib/typed-number.ts';

/** The facts of a client as inputs hold them; '' where there is none. */
export type ClientValues = {
  clientName: string;
  /** Undefined until somebody types one: it is made from the name. */
  schemaName: string | undefined;
  subscriptionStartDate: string;
  subscriptionEndDate: string;
  amountPaid: string;
  timeZone: string;
  country: string;
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
  };
}

/** The inputs' titles, for what two people have changed at once. */
export const CLIENT_TITLES: Partial<Record<keyof ClientValues, string>> = {
  clientName: 'Client Name',
  subscriptionStartDate: 'Subscription Start',
  subscriptionEndDate: 'Subscription End',
  amountPaid: 'Amount Paid',
  timeZone: 'Time Zone',
  country: 'Country',
};

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
  };
}

export type ClientForm = Pick<
  ReturnType<typeof useForm<ClientValues>>,
  'values' | 'errors' | 'setFieldValue' | 'getInputProps'
>;
