import { CurrentConfiguration } from '#shared/field-configuration.ts';
import type { FieldConfiguration } from '#shared/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { ApiError } from '#web/api/errors.ts';

/** The current configuration that a refused stale change carries; undefined for every other failure. */
export function currentConfigurationIn(error: unknown): CurrentConfiguration | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const read = CurrentConfiguration.safeParse((error.body as { data?: unknown } | undefined)?.data);
  return read.success ? read.data : undefined;
}

export function orderOf(settings: FieldConfiguration): LeadFieldKey[] {
  return LEAD_FIELD_KEYS.toSorted((one, other) => settings[one].order - settings[other].order);
}

/** The settings with 1..n for the fields in this order. */
export function ordered(settings: FieldConfiguration, order: readonly LeadFieldKey[]): FieldConfiguration {
  return Object.fromEntries(
    order.map((field, index) => [field, { ...settings[field], order: index + 1 }]),
  ) as FieldConfiguration;
}

export function isSameOrder(one: FieldConfiguration, other: FieldConfiguration): boolean {
  return orderOf(one).join() === orderOf(other).join();
}
