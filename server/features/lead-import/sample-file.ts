import { stringify } from 'csv-stringify/sync';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { IMPORTABLE_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { Titles } from '#server/features/lead-import/reading/recognise-columns.ts';

/** Two rows that show the formats; every other field is empty for the user to fill or delete. */
const EXAMPLES: Partial<Record<LeadFieldKey, [string, string]>> = {
  name: ['Asha Patel', 'रवि कुमार'],
  email: ['asha.patel@example.com', 'ravi.kumar@example.com'],
  phone: ['+91 98765 00001', '+91 98765 00002'],
  company_name: ['Patel Interiors', 'कुमार ट्रेडर्स'],
  status: ['new', 'contacted'],
  source: ['website', 'referral'],
  value: ['150000', '75000'],
  next_followup_date: ['25/12/2026 10:30 AM', ''],
  tags: ['showroom, priority', ''],
};

/**
 * The sample template: the client's titles of every field that users fill, custom ones last; UTF-8 with a
 * byte order mark, so that spreadsheets show Hindi.
 */
export function sampleFile(titles: Titles): string {
  // Exports contain flags set in the product, which nobody fills in by hand.
  const catalogue = IMPORTABLE_FIELDS.filter((key) => leadField(key).type !== 'checkbox');
  const keys = [...catalogue, ...Object.keys(titles).filter(isCustomKey)];
  const examples: Partial<Record<FieldKey, [string, string]>> = EXAMPLES;
  const rows = [0, 1].map((index) => keys.map((key) => examples[key]?.[index] ?? ''));
  return stringify([keys.map((key) => titles[key] ?? ''), ...rows], { bom: true });
}
