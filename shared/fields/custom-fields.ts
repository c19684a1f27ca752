import * as z from 'zod/mini';
import { OptionalEmail, optionalText } from '#shared/fields/fields.ts';
import type {
  CustomFieldKey,
  FieldKey,
  LeadField,
  LeadFieldKey,
  LeadFieldType,
} from '#shared/fields/lead-fields.ts';
import { LEAD_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import { Money, OptionalInstant, Tags } from '#shared/fields/lead-values.ts';

/** The maximum number of custom fields per client. */
export const MAX_CUSTOM_FIELDS = 100;

/** The types of custom fields. Only built-in fields refer to users and products. */
export const CUSTOM_FIELD_TYPES = [
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
] as const satisfies readonly LeadFieldType[];
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

const CUSTOM_KEY = /^custom\.[a-z0-9_]{1,40}$/;

/** Whether this is the key of a custom field. */
export function isCustomKey(key: string): key is CustomFieldKey {
  return CUSTOM_KEY.test(key);
}

/** Whether this could be a field's key, whether or not the client has such a field. */
export function isFieldKey(key: string): key is FieldKey {
  return Object.hasOwn(LEAD_FIELDS, key) || isCustomKey(key);
}

/** `custom.shirt_size` for the name `shirt_size`. */
export const customKey = (name: string): CustomFieldKey => `custom.${name}`;

/** `shirt_size` for `custom.shirt_size`. */
export const customName = (key: CustomFieldKey): string => key.slice('custom.'.length);

/** The setting of a custom field in a configuration. */
type CustomSetting = Pick<LeadField, 'title' | 'required'> & {
  options?: LeadField['options'] | undefined;
  placeholder?: string | undefined;
  type: LeadFieldType;
  showTable: boolean;
  showForm: boolean;
};

/** The maximum length in code points. */
const LONGEST: Partial<Record<LeadFieldType, number>> = {
  text: 200,
  email: 254,
  phone: 40,
  textarea: 5000,
  select: 80,
};

/** Returns the catalogue entry of any field: a built-in one, or one made from the client's custom field. */
export function fieldEntry(key: LeadFieldKey): LeadField;
export function fieldEntry(key: FieldKey, setting: CustomSetting): LeadField;
export function fieldEntry(key: FieldKey, setting?: CustomSetting): LeadField {
  if (!isCustomKey(key)) return leadField(key);
  if (!setting) throw new Error(`The field ${key} has no setting.`);
  const { title, type, showTable, showForm, required, options, placeholder } = setting;
  const max = LONGEST[type];
  return {
    title,
    type,
    category: 'custom',
    table: showTable,
    form: showForm,
    importable: true,
    sortable: false,
    ...(required && { required }),
    ...(options && { options }),
    ...(placeholder && { placeholder }),
    ...(max && { max }),
  };
}

/** Returns a lead's value in a custom field. An empty value is absent, and so is an unticked checkbox. */
export const CustomValue = z.union(
  [z.string(), z.number(), z.boolean(), z.array(z.string())],
  'A value is text, a number, true, false or a list of texts.',
);
export type CustomValue = z.infer<typeof CustomValue>;

/** A lead's values in custom fields, by name. */
export const CustomValues = z.record(z.string(), CustomValue);
export type CustomValues = z.infer<typeof CustomValues>;

/**
 * Custom values as a caller sends them: only those named change, and null empties one. `customValue`
 * validates each value.
 */
export const CustomInput = z
  .record(z.string(), z.nullable(CustomValue), 'custom must be an object.')
  .check(
    z.refine((values) => Object.keys(values).length <= MAX_CUSTOM_FIELDS, 'custom names too many fields.'),
  );
export type CustomInput = z.infer<typeof CustomInput>;

/**
 * Returns the schema for the value of one custom field. Null is empty; texts are cleaned and duplicate tags
 * removed.
 */
export function customValue({ title, type, max = 200 }: LeadField): z.ZodMiniType<CustomValue | null> {
  switch (type) {
    case 'email':
      return OptionalEmail;
    case 'number':
      return z.pipe(
        z.nullable(
          z
            .number(`${title} must be a number.`)
            .check(
              z.minimum(-999_999_999_999, `${title} is too small.`),
              z.maximum(999_999_999_999, `${title} is too large.`),
            ),
        ),
        z.transform((number: number | null) => (number === null ? null : asSpreadsheet(number))),
      );
    case 'money':
      return z.pipe(
        Money(title),
        z.transform((amount: number | null) => (amount === null ? null : Math.round(amount * 100) / 100 + 0)),
      );
    case 'datetime':
      return z.pipe(
        OptionalInstant(title),
        z.transform((at: string | null) => at && new Date(at).toISOString()),
      );
    case 'checkbox':
      return z.pipe(
        z.nullable(z.boolean(`${title} must be true or false.`)),
        z.transform((ticked: boolean | null) => ticked || null),
      );
    case 'tags':
      return z.pipe(
        z.nullable(Tags),
        z.transform((tags: string[] | null) => (tags && tags.length > 0 ? tags : null)),
      );
    default:
      return optionalText(max, title);
  }
}

/**
 * A number that every spreadsheet reproduces exactly: 15 digits, at most nine of them after the point, and no
 * negative zero.
 */
const asSpreadsheet = (number: number) => Number(Number(number.toPrecision(15)).toFixed(9)) + 0;
