import { fromDateTimeInput, toDateTimeInput } from '#shared/dates.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead, LeadFieldsInput, NewLead } from '#shared/lead.ts';
import type { SessionUser } from '#shared/auth.ts';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import { contactTime } from '#web/features/leads/form/contact-times.ts';

/** What the inputs hold: text for every field, as typed. */
export type LeadFormValues = Record<string, string>;

/** Fields the form can show: those one may write. */
export function inputFields(form: readonly LeadFieldKey[]): LeadFieldKey[] {
  return form.filter((key) => !leadField(key).readOnly);
}

/** The catalogue's defaults; the first source, and the current user as assignee where they belong to a client. */
export function initialValues(settings: FieldSettings, user: SessionUser): LeadFormValues {
  return Object.fromEntries(
    inputFields(LEAD_FIELD_KEYS).map((key) => {
      if (key === 'assigned_to') return [key, user.clientId ? user.id : ''];
      if (key === 'source') return [key, settings.options(key)[0]?.value ?? ''];
      return [key, String(leadField(key).default ?? '')];
    }),
  );
}

/** What the inputs show of a lead; dates as a clock in the zone shows them, to the minute. */
export function valuesOf(lead: Lead, timeZone: string): LeadFormValues {
  return Object.fromEntries(
    inputFields(LEAD_FIELD_KEYS).map((key) => [key, inputValue(key, lead[key], timeZone)]),
  );
}

function inputValue(key: LeadFieldKey, value: Lead[LeadFieldKey], timeZone: string): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  if (key === 'preferred_contact_time') return contactTime(text);
  if (leadField(key).type !== 'datetime') return text;
  const moment = toDateTimeInput(text, timeZone);
  return moment && `${moment.replace('T', ' ')}:00`;
}

/** Required fields that are empty, and what cannot be read. */
export function validate(
  fields: readonly LeadFieldKey[],
  { settings, title }: FieldSettings,
  values: LeadFormValues,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const key of fields) {
    const { type } = leadField(key);
    const text = values[key]?.trim() ?? '';
    if (settings[key].required && !text) errors[key] = `${title(key)} is required.`;
    if (text && (type === 'number' || type === 'money') && !Number.isFinite(Number(text))) {
      errors[key] = `${title(key)} must be a number.`;
    }
  }
  return errors;
}

/**
 * The lead to send: numbers and dates in the API's form, tags split at commas. Empty texts are left out; an emptied
 * choice is sent as null, because the server fills what it is not told with its default.
 */
export function toNewLead(
  fields: readonly LeadFieldKey[],
  values: LeadFormValues,
  timeZone: string,
): NewLead {
  const lead: Record<string, unknown> = { name: values['name']?.trim() ?? '' };
  for (const key of fields) {
    const text = values[key]?.trim() ?? '';
    if (text !== '') lead[key] = wireValue(key, text, timeZone);
    else if (isChoice(key)) lead[key] = null;
  }
  return lead as NewLead;
}

/** Fields whose text means something else than before; spaces at the ends and between tags do not count. */
export function changedFields(
  fields: readonly LeadFieldKey[],
  before: LeadFormValues,
  values: LeadFormValues,
): LeadFieldKey[] {
  return fields.filter((key) => !isSame(key, before[key] ?? '', values[key] ?? ''));
}

/** Whether two texts of a field mean the same. */
export function isSame(key: LeadFieldKey, one: string, other: string): boolean {
  if (leadField(key).type === 'tags') return splitTags(one).join() === splitTags(other).join();
  return one.trim() === other.trim();
}

/** What of the form differs from the lead as it was: the changed fields alone, emptied ones as null. */
export function toChanges(
  changed: readonly LeadFieldKey[],
  values: LeadFormValues,
  timeZone: string,
): LeadFieldsInput {
  return Object.fromEntries(
    changed.map((key) => {
      const text = values[key]?.trim() ?? '';
      return [key, text === '' ? emptyValue(key) : wireValue(key, text, timeZone)];
    }),
  ) as LeadFieldsInput;
}

/** What an emptied input means: no tags, age and score 0, else nothing. */
function emptyValue(key: LeadFieldKey): unknown {
  const { type } = leadField(key);
  if (type === 'tags') return [];
  return type === 'number' ? 0 : null;
}

function isChoice(key: LeadFieldKey): boolean {
  const { type } = leadField(key);
  return type === 'user' || (type === 'select' && key !== 'status');
}

function wireValue(key: LeadFieldKey, text: string, timeZone: string): unknown {
  switch (leadField(key).type) {
    case 'number':
    case 'money':
      return Number(text);
    case 'datetime':
      return fromDateTimeInput(text, timeZone)?.toISOString() ?? null;
    case 'tags':
      return splitTags(text);
    case 'checkbox':
      return text === 'true';
    default:
      return text;
  }
}

export function splitTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}
