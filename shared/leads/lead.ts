import * as z from 'zod/mini';
import { CustomInput, CustomValues, isCustomKey, customName } from '#shared/fields/custom-fields.ts';
import type { CustomValue } from '#shared/fields/custom-fields.ts';
import {
  Id,
  OptionalEmail,
  cleanText,
  clientOfRow,
  oneLine,
  optionalPhone,
  optionalText,
  text,
} from '#shared/fields/fields.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { Money, OptionalInstant, Tags } from '#shared/fields/lead-values.ts';

const Stored = z.iso.datetime();

/** A lead as the API returns it. */
export const Lead = z.object({
  id: Id,
  version: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  designation: z.nullable(z.string()),
  status: z.string(),
  /** The reason why the lead was lost; null unless the lead is lost. */
  lost_reason: z.nullable(z.string()),
  source: z.nullable(z.string()),
  interest_level: z.nullable(z.string()),
  value: z.nullable(z.number()),
  budget: z.nullable(z.number()),
  product_id: z.nullable(Id),
  /** The product's name, even if the product has been deleted since. */
  product_name: z.nullable(z.string()),
  assigned_to: z.nullable(Id),
  assigned_user_name: z.nullable(z.string()),
  next_followup_date: z.nullable(Stored),
  lead_score: z.int(),
  location: z.nullable(z.string()),
  address: z.nullable(z.string()),
  preferred_contact_time: z.nullable(z.string()),
  communication_channel: z.nullable(z.string()),
  age: z.int(),
  gender: z.nullable(z.string()),
  description: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  campaign_id: z.nullable(z.string()),
  form_id: z.nullable(z.string()),
  utm_source: z.nullable(z.string()),
  utm_medium: z.nullable(z.string()),
  utm_campaign: z.nullable(z.string()),
  call_status: z.string(),
  last_contacted_at: z.nullable(Stored),
  converted_at: z.nullable(Stored),
  /** When managers and admins were notified that nobody has contacted the lead in time. */
  escalated_at: z.nullable(Stored),
  is_duplicate: z.boolean(),
  is_archived: z.boolean(),
  created_at: Stored,
  updated_at: Stored,
  created_by: z.nullable(Id),
  created_user_name: z.nullable(z.string()),
  updated_by: z.nullable(Id),
  updated_user_name: z.nullable(z.string()),
  /** Values of custom fields, by name. Empty ones are absent. */
  custom: CustomValues,
  /** Only in the response to a change of the assignee: the operation that undoes it. */
  operation_id: z.optional(Id),
  clientId: Id,
  ...clientOfRow,
});
export type Lead = z.infer<typeof Lead>;

/** Returns a lead's value in a built-in or custom field; null when empty. */
export function valueOf(lead: Lead, key: FieldKey): Lead[LeadFieldKey] | CustomValue {
  return isCustomKey(key) ? (lead.custom[customName(key)] ?? null) : lead[key];
}

/** A built-in text field with its length limit. */
const field = (key: LeadFieldKey) => {
  const { title, ...entry } = LEAD_FIELDS[key];
  return optionalText('max' in entry ? entry.max : 200, title);
};

const requiredOption = (title: string) =>
  text(80, title, `${title} is required.`).check(z.refine((value) => value !== '', `${title} is required.`));

type WritableField = {
  [Key in LeadFieldKey]: (typeof LEAD_FIELDS)[Key] extends { readOnly: true } ? never : Key;
}[LeadFieldKey];

/** The name of a lead, on one line. */
const Name = (noText: string) =>
  z.pipe(
    text(200, 'Name', noText, (value) => oneLine(cleanText(value))),
    z.string().check(z.minLength(1, 'Name is required.')),
  );

/** The fields of a lead that a caller may write. Every field is optional, and only those sent change. */
export const LeadFieldsInput = z.object({
  /** The version that the caller has seen. A newer one on the server gives 412. */
  version: z.optional(z.int('version must be a whole number.')),
  name: z.optional(Name('Name must be text.')),
  email: z.optional(OptionalEmail),
  phone: z.optional(optionalPhone(LEAD_FIELDS.phone.max, LEAD_FIELDS.phone.title)),
  company_name: z.optional(field('company_name')),
  designation: z.optional(field('designation')),
  status: z.optional(requiredOption('Status')),
  lost_reason: z.optional(field('lost_reason')),
  source: z.optional(field('source')),
  interest_level: z.optional(field('interest_level')),
  value: z.optional(Money('Value')),
  budget: z.optional(Money('Budget')),
  product_id: z.optional(z.nullable(Id)),
  assigned_to: z.optional(z.nullable(Id)),
  next_followup_date: z.optional(OptionalInstant('Next Follow-up')),
  lead_score: z.optional(
    z
      .int('Lead score must be a whole number.')
      .check(
        z.minimum(0, 'Lead score must be between 0 and 100.'),
        z.maximum(100, 'Lead score must be between 0 and 100.'),
      ),
  ),
  location: z.optional(field('location')),
  address: z.optional(field('address')),
  preferred_contact_time: z.optional(field('preferred_contact_time')),
  communication_channel: z.optional(field('communication_channel')),
  age: z.optional(
    z
      .int('Age must be a whole number.')
      .check(z.minimum(0, 'Age cannot be negative.'), z.maximum(150, 'Age must be at most 150.')),
  ),
  gender: z.optional(field('gender')),
  description: z.optional(field('description')),
  notes: z.optional(field('notes')),
  tags: z.optional(Tags),
  campaign_id: z.optional(field('campaign_id')),
  form_id: z.optional(field('form_id')),
  utm_source: z.optional(field('utm_source')),
  utm_medium: z.optional(field('utm_medium')),
  utm_campaign: z.optional(field('utm_campaign')),
  is_duplicate: z.optional(z.boolean('Duplicate must be true or false.')),
  is_archived: z.optional(z.boolean('Archived must be true or false.')),
  last_contacted_at: z.optional(OptionalInstant('Last Contacted')),
  /** Values of custom fields, by name. Only those named change. */
  custom: z.optional(CustomInput),
} satisfies Record<WritableField | 'version' | 'custom', unknown>);
export type LeadFieldsInput = z.infer<typeof LeadFieldsInput>;

/** Whether open reminders of the former assignee move to the new one. Default: true. */
export const WithReminders = z.optional(z.boolean('with_reminders must be true or false.'));

/** When a lead with a won status was won, beside that status. Default: the known moment, or now. */
const ConvertedAt = z.optional(OptionalInstant('Converted On'));

/** An edit of a lead. */
export const LeadUpdate = z.extend(LeadFieldsInput, {
  converted_at: ConvertedAt,
  with_reminders: WithReminders,
});
export type LeadUpdate = z.infer<typeof LeadUpdate>;

/** The fields of a new lead: the same, but the name is required. */
export const NewLead = z.extend(LeadFieldsInput, {
  name: Name('Name is required.'),
  converted_at: ConvertedAt,
});
export type NewLead = z.infer<typeof NewLead>;
