import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';

/** The properties of a lead that hold a value of a field. */
export function withValue(lead: Lead, field: FieldKey, value: string): Partial<Lead> {
  if (!isCustomKey(field)) return { [field]: value };
  return { custom: { ...lead.custom, [customName(field)]: value } };
}
