import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { CurrentConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldConfiguration, FieldSetting } from '#shared/fields/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { currentIn } from '#web/lib/errors.ts';

/**
 * Returns the current configuration that a rejected stale change carries; undefined for every other failure.
 */
export function currentConfigurationIn(error: unknown): CurrentConfiguration | undefined {
  const read = CurrentConfiguration.safeParse(currentIn(error));
  return read.success ? read.data : undefined;
}

/** Returns the setting of a field; undefined for a field that the client doesn't have (any more). */
export function settingOf(settings: FieldConfiguration, field: FieldKey): FieldSetting | undefined {
  return settings[field];
}

export function orderOf(settings: FieldConfiguration): FieldKey[] {
  const keys: FieldKey[] = [...LEAD_FIELD_KEYS, ...Object.keys(settings).filter(isCustomKey)];
  const placeOf = (field: FieldKey) => settingOf(settings, field)?.order ?? 0;
  return keys.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Fits an order to the current fields: removed fields are left out, added ones go at the end. */
export function orderFor(settings: FieldConfiguration, order: readonly FieldKey[]): FieldKey[] {
  const known = order.filter((field) => settingOf(settings, field));
  return [...known, ...orderOf(settings).filter((field) => !order.includes(field))];
}

/** Returns the settings with orders 1..n for the fields in this order. */
export function ordered(settings: FieldConfiguration, order: readonly FieldKey[]): FieldConfiguration {
  const placed = { ...settings };
  for (const [index, field] of orderFor(settings, order).entries()) {
    const setting = settingOf(settings, field);
    if (setting) placed[field] = { ...setting, order: index + 1 };
  }
  return placed;
}

/** Whether the fields that both configurations have are in the same order. */
export function isSameOrder(one: FieldConfiguration, other: FieldConfiguration): boolean {
  const common = (settings: FieldConfiguration, others: FieldConfiguration) =>
    orderOf(settings).filter((field) => settingOf(others, field));
  return common(one, other).join() === common(other, one).join();
}
