import { fromDateTimeInput } from '#shared/dates.ts';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { NewLead } from '#shared/lead.ts';
import type { SessionUser } from '#shared/auth.ts';

/** What the inputs hold: text for every field, as typed. */
export type LeadFormValues = Record<string, string>;

/** Fields the form can show; products have no picker of their own yet. */
export function inputFields(form: readonly LeadFieldKey[]): LeadFieldKey[] {
  return form.filter((key) => leadField(key).type !== 'product');
}

/** The catalogue's defaults; the first source, and the current user as assignee where they belong to a client. */
export function initialValues(fields: readonly LeadFieldKey[], user: SessionUser): LeadFormValues {
  return Object.fromEntries(
    fields.map((key) => {
      if (key === 'assigned_to') return [key, user.clientId ? user.id : ''];
      if (key === 'source') return [key, leadField(key).options?.[0]?.value ?? ''];
      return [key, String(leadField(key).default ?? '')];
    }),
  );
}

/** Required fields that are empty, and what cannot be read. */
export function validate(fields: readonly LeadFieldKey[], values: LeadFormValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const key of fields) {
    const { title, required, type } = leadField(key);
    const text = values[key]?.trim() ?? '';
    if (required && !text) errors[key] = `${title} is required.`;
    if (text && (type === 'number' || type === 'money') && !Number.isFinite(Number(text))) {
      errors[key] = `${title} must be a number.`;
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
