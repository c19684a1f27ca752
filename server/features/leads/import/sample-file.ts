import { stringify } from 'csv-stringify/sync';
import { IMPORTABLE_FIELDS, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';

/** Two rows that show the formats; every other field is left empty for the user to fill or delete. */
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

/** The sample template: the titles of every importable field; UTF-8 with a mark, so that spreadsheets show Hindi. */
export function sampleFile(): string {
  const titles = IMPORTABLE_FIELDS.map((key) => leadField(key).title);
  const rows = [0, 1].map((index) => IMPORTABLE_FIELDS.map((key) => EXAMPLES[key]?.[index] ?? ''));
  return stringify([titles, ...rows], { bom: true });
}
