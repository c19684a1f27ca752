import { IMPORTABLE_FIELDS, LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey, LeadFieldType } from '#shared/fields/lead-fields.ts';

/** Columns with what an import has read, typed as in the field catalogue; everything else is text. */
const COLUMN_TYPES: Partial<Record<LeadFieldType, string>> = {
  money: 'numeric(14, 2)',
  number: 'integer',
  tags: 'text[]',
  checkbox: 'boolean',
  datetime: 'timestamptz',
};

const columnType = (key: LeadFieldKey) => COLUMN_TYPES[LEAD_FIELDS[key].type] ?? 'text';

/**
 * The tables of a running import, with their columns: the rows as read, and the plan for each of them
 * (`insert`, `update`, `skip` or `fail`; the id of the existing or new lead; and the reason). No row outlives
 * its transaction.
 */
export const STAGE_TABLES = {
  import_rows: `row_number integer, errors jsonb, warnings jsonb, cells jsonb, own_lead uuid, owner text, product text,
    ${IMPORTABLE_FIELDS.map((key) => `${key} ${columnType(key)}`).join(', ')},
    email_norm text, phone_norm text, other_phones text, custom jsonb, custom_off text[]`,
  import_plan: `row_number integer, lead_id uuid, new_id uuid, action text, is_duplicate boolean, merged_into integer, reason text,
    given_to uuid, given_why text`,
};
export type StageTable = keyof typeof STAGE_TABLES;
export const STAGE_NAMES = Object.keys(STAGE_TABLES) as StageTable[];
