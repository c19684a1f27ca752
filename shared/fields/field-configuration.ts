import * as z from 'zod/mini';
import { CUSTOM_FIELD_TYPES, isFieldKey } from '#shared/fields/custom-fields.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredText, text } from '#shared/fields/fields.ts';
import { IdList } from '#shared/protocol/pagination.ts';
import { LEAD_FIELDS, LEAD_FIELD_KEYS, LEAD_FIELD_TYPES } from '#shared/fields/lead-fields.ts';
import type { CustomFieldKey, LeadField, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { TONES } from '#shared/fields/option-tones.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';

const OptionEntry = z.object({
  value: requiredText(80, 'An option needs a value.'),
  label: requiredText(80, 'An option needs a label.'),
  meaning: z.optional(z.enum(['open', 'won', 'lost'])),
  /** The colour of the option's badges. Well-known values have a default colour. */
  tone: z.optional(z.enum(TONES)),
});

/** One field as a client has configured it. */
export const FieldSetting = z.object({
  title: requiredText(80, 'A field needs a name.'),
  type: z.enum(LEAD_FIELD_TYPES),
  showTable: z.boolean(),
  showForm: z.boolean(),
  required: z.boolean(),
  order: z.int().check(z.minimum(0)),
  placeholder: z.optional(text(200, 'Placeholder')),
  options: z.optional(z.array(OptionEntry).check(z.maxLength(500, 'A field can have 500 options at most.'))),
});
export type FieldSetting = z.infer<typeof FieldSetting>;

/** Every field of a client, built-in and custom, in the client's order. */
export type FieldConfiguration = Record<LeadFieldKey, FieldSetting> & Record<CustomFieldKey, FieldSetting>;
export const FieldConfiguration = unchecked<z.ZodMiniType<FieldConfiguration, FieldConfiguration>>(
  z.record(z.string(), FieldSetting),
);

/** Alternative names that the specification has for two of the types. */
const OTHER_NAMES = { tel: 'phone', 'datetime-local': 'datetime' } as const;

/** A field that is sent without its order follows those that have one. */
const SentSetting = z.extend(FieldSetting, { order: z.optional(FieldSetting.shape.order) });

const LegacySetting = z.extend(SentSetting, {
  type: z.enum([...LEAD_FIELD_TYPES, 'tel', 'datetime-local']),
  showTable: z.optional(z.boolean()),
  showForm: z.optional(z.boolean()),
  show: z.optional(z.boolean()),
});

/**
 * A field as callers may send it: with either name of a type, and with the older single `show` for table and
 * form.
 */
const WrittenSetting = z.pipe(
  LegacySetting,
  z.pipe(
    z.transform((written: z.infer<typeof LegacySetting>) => {
      const { type, show, showTable = show, showForm = show, ...rest } = written;
      const known = type === 'tel' || type === 'datetime-local' ? OTHER_NAMES[type] : type;
      // A property that the caller left out is still missing here, and the next step reports it.
      return { ...rest, type: known, showTable, showForm } as z.infer<typeof SentSetting>;
    }),
    SentSetting,
  ),
);

const Fields = unchecked<z.ZodMiniType<Partial<FieldConfiguration>, Partial<FieldConfiguration>>>(
  z.record(z.string().check(z.refine(isFieldKey)), WrittenSetting, {
    error: ({ code }) => (code === 'invalid_key' ? 'There is no such field.' : undefined),
  }),
);

/** The configuration of a client that hasn't changed anything. */
export const DEFAULT_FIELD_CONFIGURATION = unchecked<FieldConfiguration>(
  Object.fromEntries(
    LEAD_FIELD_KEYS.map((key, index) => {
      const field: LeadField = LEAD_FIELDS[key];
      const { title, type, table, form, required = false, placeholder, options } = field;
      return [
        key,
        {
          title,
          type,
          showTable: table,
          showForm: form,
          required,
          order: index + 1,
          placeholder,
          options: options && [...options],
        },
      ];
    }),
  ),
);

/**
 * The default values of a new lead, the same in the form and on the server: the client's first status and
 * source; the catalogue's interest level and gender if the client has them, else the first.
 */
export function newLeadDefaults(optionsOf: (field: LeadFieldKey) => readonly { value: string }[]): {
  status: string;
  source: string | null;
  interest_level: string;
  gender: string;
} {
  const values = (key: LeadFieldKey) => optionsOf(key).map(({ value }) => value);
  const usual = (key: 'interest_level' | 'gender') => {
    const { default: standard } = LEAD_FIELDS[key];
    return values(key).find((value) => value === standard) ?? values(key)[0] ?? standard;
  };
  return {
    status: values('status')[0] ?? LEAD_FIELDS.status.default,
    source: values('source')[0] ?? null,
    interest_level: usual('interest_level'),
    gender: usual('gender'),
  };
}

export const LEAD_CONFIG_KEY = 'lead_config';

/** The version of a configuration: a name for its content that changes with the content. */
const Version = z.string('A version is text.').check(z.maxLength(64, 'This is not a version.'));

/** A removed custom field. Leads keep their values in it until the field is restored. */
const RemovedField = z.object({ key: z.string(), title: z.string(), type: z.enum(CUSTOM_FIELD_TYPES) });
export type RemovedField = z.infer<typeof RemovedField>;

/** A new custom field. Its key is made from its title, and it goes last. */
export const NewField = z.extend(
  z.pick(FieldSetting, {
    title: true,
    showTable: true,
    showForm: true,
    required: true,
    placeholder: true,
    options: true,
  }),
  { type: z.enum(CUSTOM_FIELD_TYPES, 'Choose a type.'), version: z.optional(Version) },
);
export type NewField = z.infer<typeof NewField>;

/** The response to a rejected stale change carries this as its `data`. */
export const CurrentConfiguration = z.object({ config_value: FieldConfiguration, version: z.string() });
export type CurrentConfiguration = { config_value: FieldConfiguration; version: string };

const tag = 'Field configuration';
const one = {
  tag,
  permission: 'fields.configure',
  params: z.object({ tenantId: Id, key: z.string().check(z.maxLength(60)) }),
  /** The version that the caller has seen. Another one on the server gives 412. */
  query: z.object({ version: z.optional(Version) }),
  data: CurrentConfiguration,
} as const;

export const fieldConfiguration = {
  get: endpoint({
    method: 'GET',
    path: '/configurations/tenant/:tenantId',
    plainPath: '/configurations/:tenantId/lead_config',
    permission: 'leads.read',
    tag,
    summary: "A client's lead fields",
    params: z.object({ tenantId: Id }),
    query: z.object({ configKey: z.optional(text(60)) }),
    data: z.object({
      configurations: z.array(
        z.object({
          config_key: z.string(),
          effective_value: FieldConfiguration,
          version: z.string(),
          removed: z.array(RemovedField),
        }),
      ),
    }),
  }),
  ofClients: endpoint({
    method: 'GET',
    path: '/configurations',
    permission: 'leads.read',
    tag,
    summary: 'The lead fields of several clients at once; clients that have changed nothing are left out',
    query: z.object({ ids: IdList('clients') }),
    data: z.object({
      configurations: z.array(z.object({ client_id: Id, effective_value: FieldConfiguration })),
    }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/configurations/:tenantId/lead_config',
    permission: 'fields.configure',
    changes: ['fields', 'leads'],
    tag,
    summary:
      "Change a client's lead fields; fields that are left out keep their settings, a stale `version` is answered 412",
    params: z.object({ tenantId: Id }),
    body: z.object({
      config_value: Fields,
      version: z.optional(Version),
    }),
    data: CurrentConfiguration,
  }),
  add: endpoint({
    method: 'POST',
    path: '/configurations/:tenantId/lead_config/fields',
    permission: 'fields.configure',
    changes: ['fields'],
    tag,
    summary: 'Add a custom field; a stale `version` is answered 412',
    params: z.object({ tenantId: Id }),
    body: NewField,
    data: z.extend(CurrentConfiguration, { key: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    path: '/configurations/:tenantId/lead_config/fields/:key',
    changes: ['fields'],
    summary: 'Remove a custom field; leads keep their values in it, unseen',
  }),
  restore: endpoint({
    ...one,
    method: 'POST',
    path: '/configurations/:tenantId/lead_config/fields/:key/restore',
    changes: ['fields'],
    summary: 'Bring a removed field back with everything leads hold in it',
  }),
};
