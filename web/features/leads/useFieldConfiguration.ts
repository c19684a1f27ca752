import { FORM_FIELDS, TABLE_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';

export type FieldConfiguration = {
  /** Columns of the list and rows of the detail page, in order. */
  table: readonly LeadFieldKey[];
  /** Inputs of the Add Lead form, in order. */
  form: readonly LeadFieldKey[];
};

const FROM_CATALOGUE: FieldConfiguration = { table: TABLE_FIELDS, form: FORM_FIELDS };

/** Which fields the client sees where: the catalogue's own setting. */
export function useFieldConfiguration(): FieldConfiguration {
  return FROM_CATALOGUE;
}
