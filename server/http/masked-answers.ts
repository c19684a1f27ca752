import type * as z from 'zod/mini';
import { CallLog } from '#shared/activities/call-logs.ts';
import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import { BulkFailure } from '#shared/leads/lead-bulk.ts';
import { DuplicateMatch } from '#shared/leads/lead-duplicates.ts';
import { FieldChange } from '#shared/leads/lead-history.ts';
import { RowError } from '#shared/leads/lead-import.ts';
import { TrashedLead } from '#shared/leads/lead-trash.ts';
import { Lead } from '#shared/leads/lead.ts';
import { WaitingLead } from '#shared/activities/my-day.ts';
import { Notification } from '#shared/activities/notifications.ts';
import { Operation, UndoResult } from '#shared/activities/operations.ts';
import { PhoneCall } from '#shared/activities/phone-calls.ts';
import { Reminder } from '#shared/activities/reminders.ts';
import { FoundLead } from '#shared/activities/search.ts';
import type { Actor } from '#server/db/actors.ts';
import { InvalidInput } from '#server/errors.ts';
import { MASKED, isMasked, maskEmail, maskPhone, maskText } from '#server/accounts/masked-contacts.ts';

type Schema = z.ZodMiniType;
/** The names of a client's custom fields that hold a phone or an email. */
export type ContactFields = ReadonlyMap<string, 'phone' | 'email'>;
const NO_FIELDS: ContactFields = new Map();
type Mask = (value: unknown, fields: ContactFields) => unknown;

const texts =
  (mask: (text: string) => string): Mask =>
  (value) =>
    typeof value === 'string' ? mask(value) : value;
const PHONE = texts(maskPhone);
const EMAIL = texts(maskEmail);
const TEXT = texts(maskText);

/** Custom values by name. */
const CUSTOM: Mask = (value, fields) =>
  mapped(value, (name, held) => {
    const type = fields.get(name);
    return type ? (type === 'phone' ? PHONE : EMAIL)(held, fields) : held;
  });

/** A line of a lead's history: old and new value of a field. */
const CHANGE: Mask = (value, fields) => {
  const { field } = value as FieldChange;
  const type = isCustomKey(field) ? fields.get(customName(field)) : field;
  const mask = { phone: PHONE, email: EMAIL, name: TEXT }[type ?? ''];
  return mask ? mapped(value, (key, held) => (key === 'field' ? held : mask(held, fields))) : value;
};

const person = Reminder.shape.lead.shape;

/** The places of the contract that hold contact details of leads, or a name that may be one. Every other text is sent as it is. */
const PLACES: ReadonlyMap<Schema, Mask> = new Map<Schema, Mask>([
  ...[Lead, DuplicateMatch, TrashedLead, FoundLead].flatMap(({ shape }): [Schema, Mask][] => [
    [shape.phone, PHONE],
    [shape.email, EMAIL],
    [shape.name, TEXT],
  ]),
  [Lead.shape.custom, CUSTOM],
  [PhoneCall.shape.number, PHONE],
  [WaitingLead.shape.phone, PHONE],
  [WaitingLead.shape.name, TEXT],
  [person.phone, PHONE],
  [person.email, EMAIL],
  [person.name, TEXT],
  [FieldChange, CHANGE],
  [CallLog.shape.lead_name, TEXT],
  [BulkFailure.shape.name, TEXT],
  [Notification.shape.lead.def.innerType.shape.name, TEXT],
  [Operation.shape.summary, TEXT],
  [UndoResult.shape.changed_since.def.element.shape.name, TEXT],
  [RowError.shape.message, TEXT],
]);

function mapped(value: unknown, change: (key: string, held: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, change(key, held)]));
}

type Definition = {
  innerType?: Schema;
  element?: Schema;
  options?: readonly Schema[];
  shape?: Record<string, Schema>;
};

const compiled = new WeakMap<Schema, { mask: Mask | undefined }>();

/** The mask of a schema; undefined when it has no place with contact details. */
function maskOf(schema: Schema): Mask | undefined {
  const known = compiled.get(schema);
  if (known) return known.mask;
  const mask = PLACES.get(schema) ?? compile(schema._zod.def as Definition);
  compiled.set(schema, { mask });
  return mask;
}

function compile({ innerType, element, options, shape }: Definition): Mask | undefined {
  if (innerType) return maskOf(innerType);
  if (element) {
    const each = maskOf(element);
    return (
      each && ((value, fields) => (Array.isArray(value) ? value.map((one) => each(one, fields)) : value))
    );
  }
  if (options) {
    const masks = options.flatMap((option) => maskOf(option) ?? []);
    // Each knows its own properties only, and a masked text stays as it is.
    return masks.length === 0
      ? undefined
      : (value, fields) => masks.reduce((held, mask) => mask(held, fields), value);
  }
  const masks = new Map(
    Object.entries(shape ?? {}).flatMap(([key, part]) => {
      const mask = maskOf(part);
      return mask ? [[key, mask] as const] : [];
    }),
  );
  if (masks.size === 0) return undefined;
  return (value, fields) => mapped(value, (key, held) => masks.get(key)?.(held, fields) ?? held);
}

/**
 * The value as its reader may see it: contact details of leads are masked for sales reps of companies that say so. Every
 * answer passes here, and so do the rows of streams.
 */
export function shownTo<T>(
  { masksContacts }: Pick<Actor, 'masksContacts'>,
  schema: Schema,
  value: T,
  fields = NO_FIELDS,
): T {
  const mask = masksContacts ? maskOf(schema) : undefined;
  return mask ? (mask(value, fields) as T) : value;
}

/** The row in a refusal, which may be a lead or a reminder. */
export const shownRow = (row: unknown, fields: ContactFields): unknown =>
  [Lead, Reminder].reduce((held, schema) => maskOf(schema)?.(held, fields) ?? held, row);

/** Throws 422 for an input that holds a masked value: it would overwrite the whole one. */
export function refuseMasked(input: unknown, path: string[] = []): void {
  if (typeof input === 'string' && isMasked(input))
    throw new InvalidInput([{ field: path.join('.'), message: MASKED }]);
  if (typeof input !== 'object' || input === null) return;
  for (const [key, value] of Object.entries(input)) refuseMasked(value, [...path, key]);
}
