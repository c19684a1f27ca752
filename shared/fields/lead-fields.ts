import {
  GENDERS,
  INTEREST_LEVELS,
  LOST_REASONS,
  SOURCE_OPTIONS,
  STATUS_OPTIONS,
} from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';

export const LEAD_FIELD_TYPES = [
  'text',
  'email',
  'phone',
  'datetime',
  'number',
  'money',
  'textarea',
  'select',
  'checkbox',
  'tags',
  'user',
  'product',
] as const;
export type LeadFieldType = (typeof LEAD_FIELD_TYPES)[number];

export type LeadFieldCategory =
  | 'basic'
  | 'contact'
  | 'sales'
  | 'marketing'
  | 'business'
  | 'management'
  | 'quality'
  | 'custom';

/** One entry of the catalogue: everything the product knows about a field of a lead. */
export type LeadField = {
  title: string;
  type: LeadFieldType;
  category: LeadFieldCategory;
  /** Whether the lead list shows the column by default. */
  table: boolean;
  /** Whether the Add Lead form shows the input by default. */
  form: boolean;
  required?: boolean;
  options?: readonly Option[];
  default?: string | number;
  placeholder?: string;
  /** The maximum length in code points. */
  max?: number;
  /** Set only by the server. Neither the form nor a PUT can write it. */
  readOnly?: true;
  /** Whether an import can fill the field. */
  importable: boolean;
  /** Whether the list can be sorted by the field. */
  sortable: boolean;
};

/**
 * The catalogue, in the default order of columns and inputs. One line per field, so that it reads as a table.
 */
// prettier-ignore
export const LEAD_FIELDS = {
  name: { title: 'Name', type: 'text', category: 'basic', table: true, form: true, required: true, placeholder: 'Full name', max: 200, importable: true, sortable: true },
  email: { title: 'Email', type: 'email', category: 'contact', table: true, form: true, placeholder: 'name@company.com', max: 254, importable: true, sortable: true },
  phone: { title: 'Phone', type: 'phone', category: 'contact', table: true, form: true, placeholder: '+91 98765 43210', max: 40, importable: true, sortable: false },
  company_name: { title: 'Company', type: 'text', category: 'business', table: true, form: true, max: 200, importable: true, sortable: true },
  designation: { title: 'Designation', type: 'text', category: 'business', table: false, form: true, max: 200, importable: true, sortable: false },
  status: { title: 'Status', type: 'select', category: 'basic', table: true, form: true, options: STATUS_OPTIONS, default: 'new', max: 80, importable: true, sortable: true },
  lost_reason: { title: 'Lost Reason', type: 'select', category: 'sales', table: false, form: true, options: LOST_REASONS, max: 80, importable: false, sortable: false },
  source: { title: 'Source', type: 'select', category: 'marketing', table: true, form: true, options: SOURCE_OPTIONS, max: 80, importable: true, sortable: true },
  interest_level: { title: 'Interest Level', type: 'select', category: 'sales', table: false, form: true, options: INTEREST_LEVELS, default: 'low', max: 20, importable: true, sortable: false },
  value: { title: 'Value', type: 'money', category: 'sales', table: true, form: true, importable: true, sortable: true },
  budget: { title: 'Budget', type: 'money', category: 'sales', table: false, form: true, importable: true, sortable: false },
  product_id: { title: 'Product', type: 'product', category: 'sales', table: false, form: true, importable: false, sortable: false },
  assigned_to: { title: 'Assigned To', type: 'user', category: 'management', table: true, form: true, importable: false, sortable: true },
  next_followup_date: { title: 'Next Follow-up', type: 'datetime', category: 'sales', table: true, form: true, importable: true, sortable: true },
  lead_score: { title: 'Lead Score', type: 'number', category: 'quality', table: false, form: false, default: 0, importable: true, sortable: true },
  location: { title: 'Location', type: 'text', category: 'contact', table: false, form: true, max: 200, importable: true, sortable: false },
  address: { title: 'Address', type: 'textarea', category: 'contact', table: false, form: true, max: 1000, importable: true, sortable: false },
  preferred_contact_time: { title: 'Preferred Contact Time', type: 'text', category: 'contact', table: false, form: true, max: 40, importable: true, sortable: false },
  communication_channel: { title: 'Communication Channel', type: 'text', category: 'contact', table: false, form: false, max: 80, importable: true, sortable: false },
  age: { title: 'Age', type: 'number', category: 'basic', table: false, form: true, importable: true, sortable: false },
  gender: { title: 'Gender', type: 'select', category: 'basic', table: false, form: true, options: GENDERS, default: 'male', max: 20, importable: true, sortable: false },
  description: { title: 'Remarks', type: 'textarea', category: 'basic', table: false, form: true, max: 5000, importable: true, sortable: false },
  notes: { title: 'Notes', type: 'textarea', category: 'basic', table: false, form: true, max: 20000, importable: true, sortable: false },
  tags: { title: 'Tags', type: 'tags', category: 'marketing', table: true, form: true, placeholder: 'Separate with commas', importable: true, sortable: false },
  campaign_id: { title: 'Campaign', type: 'text', category: 'marketing', table: false, form: false, max: 200, importable: true, sortable: false },
  form_id: { title: 'Form', type: 'text', category: 'marketing', table: false, form: false, max: 200, importable: true, sortable: false },
  utm_source: { title: 'UTM Source', type: 'text', category: 'marketing', table: false, form: false, max: 200, importable: true, sortable: false },
  utm_medium: { title: 'UTM Medium', type: 'text', category: 'marketing', table: false, form: false, max: 200, importable: true, sortable: false },
  utm_campaign: { title: 'UTM Campaign', type: 'text', category: 'marketing', table: false, form: false, max: 200, importable: true, sortable: false },
  call_status: { title: 'Call Status', type: 'text', category: 'sales', table: false, form: false, readOnly: true, importable: false, sortable: false },
  last_contacted_at: { title: 'Last Contacted', type: 'datetime', category: 'sales', table: false, form: false, importable: true, sortable: true },
  converted_at: { title: 'Converted On', type: 'datetime', category: 'sales', table: false, form: false, readOnly: true, importable: true, sortable: false },
  is_duplicate: { title: 'Duplicate', type: 'checkbox', category: 'quality', table: false, form: false, importable: true, sortable: false },
  is_archived: { title: 'Archived', type: 'checkbox', category: 'management', table: false, form: false, importable: true, sortable: false },
  created_at: { title: 'Created', type: 'datetime', category: 'management', table: true, form: false, readOnly: true, importable: true, sortable: true },
  updated_at: { title: 'Updated', type: 'datetime', category: 'management', table: false, form: false, readOnly: true, importable: false, sortable: true },
  created_by: { title: 'Created By', type: 'user', category: 'management', table: false, form: false, readOnly: true, importable: false, sortable: false },
  updated_by: { title: 'Updated By', type: 'user', category: 'management', table: false, form: false, readOnly: true, importable: false, sortable: false },
} as const satisfies Record<string, LeadField>;
export type LeadFieldKey = keyof typeof LEAD_FIELDS;
/**
 * The key of a custom field in configurations, columns, forms, imports and the history: `custom.` and the
 * name under which a lead's `custom` stores the value. Titles can change, keys never do.
 */
export type CustomFieldKey = `custom.${string}`;
/** The key of any field of a lead, built-in or custom. */
export type FieldKey = LeadFieldKey | CustomFieldKey;
export const LEAD_FIELD_KEYS = Object.keys(LEAD_FIELDS) as LeadFieldKey[];

/** The title of the column by which an import recognises the leads of an export. */
export const EXPORTED_ID_TITLE = 'Lead ID';

/**
 * The title of the column that names the client in exports of all clients. An import ignores it, since its
 * client is already known.
 */
export const EXPORTED_CLIENT_TITLE = 'Client';

/**
 * The title of the column with a lead's notes. An import ignores it: notes are entries with authors and
 * times.
 */
export const EXPORTED_NOTES_TITLE = 'Timeline Notes';

/** The entry of a field, with its optional properties readable. */
export function leadField(key: LeadFieldKey): LeadField {
  return LEAD_FIELDS[key];
}

type SortableField = {
  [Key in LeadFieldKey]: (typeof LEAD_FIELDS)[Key]['sortable'] extends true ? Key : never;
}[LeadFieldKey];
export const SORTABLE_FIELDS = LEAD_FIELD_KEYS.filter(
  (key): key is SortableField => LEAD_FIELDS[key].sortable,
);
export const IMPORTABLE_FIELDS = LEAD_FIELD_KEYS.filter((key) => LEAD_FIELDS[key].importable);

/**
 * Two titles or headers are equal regardless of case, spaces, punctuation and BOM. Letters of every script
 * count.
 */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
