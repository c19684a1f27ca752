import { customKey, customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomValue } from '#shared/fields/custom-fields.ts';
import { fromDateTimeInput, toDateTimeInput } from '#shared/values/dates.ts';
import { newLeadDefaults } from '#shared/fields/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadField } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead, LeadFieldsInput, NewLead } from '#shared/leads/lead.ts';
import type { SessionUser } from '#shared/accounts/auth.ts';
import { joinTags, splitTags } from '#shared/values/tag-text.ts';
import { contactTime } from '#shared/activities/contact-times.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { isLost } from '#web/leads/fields/lost-reason.ts';
import { amountOf, numberOf } from '#web/lib/forms/typed-number.ts';

/** The texts of all inputs, as typed. */
export type LeadFormValues = Record<string, string>;

/** The same for the form library, which reads the dot in `custom.shirt_size` as a path into an object. */
export type NestedValues = Record<string, string | LeadFormValues | undefined> & { custom: LeadFormValues };

export function nested(values: LeadFormValues): NestedValues {
  const nest: NestedValues = { custom: {} };
  for (const [key, text] of Object.entries(values)) {
    if (isCustomKey(key)) nest.custom[customName(key)] = text;
    else nest[key] = text;
  }
  return nest;
}

export function flat({ custom, ...rest }: NestedValues): LeadFormValues {
  const values: LeadFormValues = {};
  for (const [key, text] of Object.entries(rest)) if (typeof text === 'string') values[key] = text;
  for (const [name, text] of Object.entries(custom)) values[customKey(name)] = text;
  return values;
}

/** Fields that the form can show: those that users may write. */
export function inputFields({ form, field }: Pick<FieldSettings, 'form' | 'field'>): FieldKey[] {
  return form.filter((key) => !field(key).readOnly);
}

/** The fields of a form with these values. The lost reason is only included if the status means lost. */
export function askedFields(
  fields: readonly FieldKey[],
  settings: FieldSettings,
  { status = '' }: LeadFormValues,
): FieldKey[] {
  return fields.filter((key) => key !== 'lost_reason' || isLost(status, settings));
}

/** Built-in fields that users may write, shown or not. */
const WRITABLE = inputFields({ form: LEAD_FIELD_KEYS, field: CATALOGUE_SETTINGS.field });

/**
 * The values of a new form: the client's defaults, or no options until the client is known. The assignee is
 * the current user, if they belong to a client.
 */
export function initialValues(
  settings: FieldSettings,
  user: SessionUser,
  knowsClient = true,
): LeadFormValues {
  const chosen = newLeadDefaults(settings.options);
  const none = Object.fromEntries(Object.keys(chosen).map((key) => [key, '']));
  return {
    ...Object.fromEntries(WRITABLE.map((key) => [key, String(settings.field(key).default ?? '')])),
    ...(knowsClient ? { ...chosen, source: chosen.source ?? '' } : none),
    assigned_to: user.clientId ? user.id : '',
  };
}

/**
 * For the form library: resets everything that belongs to one client, namely options, users, products and
 * custom fields.
 */
export function withoutChoices({ field }: FieldSettings): NestedValues {
  const choices = WRITABLE.filter((key) => ['select', 'user', 'product'].includes(field(key).type));
  return { ...Object.fromEntries(choices.map((key) => [key, undefined])), custom: {} };
}

/** The input texts for a lead, with dates to the minute in the time zone. */
export function valuesOf(lead: Lead, { custom, field }: FieldSettings, timeZone: string): LeadFormValues {
  return Object.fromEntries(
    [...WRITABLE, ...custom].map((key) => {
      const text = inputValue(valueOf(lead, key), field(key), timeZone);
      return [key, key === 'preferred_contact_time' ? contactTime(text) : text];
    }),
  );
}

function inputValue(value: ReturnType<typeof valueOf>, { type }: LeadField, timeZone: string): string {
  if (value === null) return '';
  if (Array.isArray(value)) return joinTags(value);
  const text = String(value);
  if (type !== 'datetime') return text;
  const moment = toDateTimeInput(text, timeZone);
  return moment && `${moment.replace('T', ' ')}:00`;
}

/** Inputs for dates and numbers show their own message instead of this one. */
const UNREADABLE = 'This value isn’t valid.';

function isUnreadable(type: LeadField['type'], text: string): boolean {
  if (type === 'datetime') return fromDateTimeInput(text, 'UTC') === undefined;
  if (type === 'money') return Number.isNaN(amountOf(text));
  return type === 'number' && Number.isNaN(numberOf(text));
}

/** The messages for empty required fields, and for texts that cannot be read. */
export function validate(
  fields: readonly FieldKey[],
  settings: FieldSettings,
  values: LeadFormValues,
): Record<string, string> {
  const { field, setting, title } = settings;
  const errors: Record<string, string> = {};
  for (const key of askedFields(fields, settings, values)) {
    const { type } = field(key);
    const text = values[key]?.trim() ?? '';
    if (setting(key)?.required && isEmpty(key, field(key), text)) errors[key] = `${title(key)} is required.`;
    if (text && isUnreadable(type, text)) errors[key] = UNREADABLE;
  }
  return errors;
}

/** Whether an input counts as empty. An unchecked custom checkbox does. */
function isEmpty(key: FieldKey, { type }: LeadField, text: string): boolean {
  return text === '' || (isCustomKey(key) && type === 'checkbox' && text !== 'true');
}

/**
 * The lead to send: numbers and dates in the API's form, tags as a list. Empty texts are left out. A
 * cleared choice is sent as null, because the server fills a missing field with its default.
 */
export function toNewLead(
  fields: readonly FieldKey[],
  settings: FieldSettings,
  values: LeadFormValues,
  timeZone: string,
): NewLead {
  const { field } = settings;
  const lead: Record<string, unknown> = { name: values['name']?.trim() ?? '' };
  const custom: Record<string, CustomValue | null> = {};
  for (const key of askedFields(fields, settings, values)) {
    const text = values[key]?.trim() ?? '';
    const isFilled = !isEmpty(key, field(key), text);
    if (isCustomKey(key)) {
      if (isFilled) custom[customName(key)] = wireValue(field(key), text, timeZone);
    } else if (isFilled) lead[key] = wireValue(field(key), text, timeZone);
    else if (isChoice(key, field(key))) lead[key] = null;
  }
  return { ...lead, ...(Object.keys(custom).length > 0 && { custom }) } as NewLead;
}

/** Fields whose text has changed its meaning. Spaces at the ends and between tags are ignored. */
export function changedFields(
  fields: readonly FieldKey[],
  settings: FieldSettings,
  before: LeadFormValues,
  values: LeadFormValues,
): FieldKey[] {
  return fields.filter((key) => !isSame(settings.field(key), before[key] ?? '', values[key] ?? ''));
}

/** Whether two texts of a field mean the same. */
export function isSame({ type }: LeadField, one: string, other: string): boolean {
  if (type === 'tags') return joinTags(splitTags(one)) === joinTags(splitTags(other));
  if (type === 'checkbox') return (one === 'true') === (other === 'true');
  return one.trim() === other.trim();
}

/** The differences between the form and the original lead: only changed fields, cleared ones as null. */
export function toChanges(
  changed: readonly FieldKey[],
  { field }: FieldSettings,
  values: LeadFormValues,
  timeZone: string,
): LeadFieldsInput {
  const lead: Record<string, unknown> = {};
  const custom: Record<string, CustomValue | null> = {};
  for (const key of changed) {
    const text = values[key]?.trim() ?? '';
    const value = text === '' ? null : wireValue(field(key), text, timeZone);
    if (isCustomKey(key)) custom[customName(key)] = value;
    else lead[key] = value ?? emptyValue(field(key));
  }
  return { ...lead, ...(Object.keys(custom).length > 0 && { custom }) };
}

/** The value of a cleared built-in field: no tags, 0 for age and score, else null. */
function emptyValue({ type }: LeadField): unknown {
  if (type === 'tags') return [];
  return type === 'number' ? 0 : null;
}

function isChoice(key: FieldKey, { type }: LeadField): boolean {
  return type === 'user' || (type === 'select' && key !== 'status');
}

function wireValue({ type }: LeadField, text: string, timeZone: string): CustomValue | null {
  switch (type) {
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
