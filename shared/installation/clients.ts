import * as z from 'zod/mini';
import { COUNTRIES } from '#shared/values/countries.ts';
import { isTimeZone } from '#shared/values/dates.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredLine, text } from '#shared/fields/fields.ts';
import { IdList, PageQuery } from '#shared/protocol/pagination.ts';

/** A client as lists and selects show it. Only superadmins get subscription and revenue. */
export const Client = z.object({
  id: Id,
  clientName: z.string(),
  name: z.string(),
  schemaName: z.string(),
  isActive: z.boolean(),
  timeZone: z.string(),
  /** The country whose phone numbers are written without a prefix. */
  country: z.string(),
  /** The month in which the financial year begins: 4 is April. */
  yearBegins: z.int(),
  /**
   * The version of the row, for users who may edit it. An edit based on another version is rejected with 412.
   */
  version: z.optional(z.string()),
  subscriptionStartDate: z.optional(z.nullable(z.iso.date())),
  subscriptionEndDate: z.optional(z.nullable(z.iso.date())),
  amountPaid: z.optional(z.nullable(z.number())),
  createdAt: z.iso.datetime(),
});
export type Client = z.infer<typeof Client>;

/** Reserved schema names: PostgreSQL's and the product's own. */
const RESERVED_SCHEMA_NAMES: readonly string[] = [
  'public',
  'information_schema',
  'core',
  'all_clients',
  'client_template',
  'extensions',
  'citus',
  'columnar',
  'platform',
];

export const SCHEMA_NAME_RULE =
  'Schema name must start with a letter and have 3 to 41 small letters, digits or underscores; it cannot be a reserved name.';

/**
 * Trimmed and lower-cased, then `^[a-z][a-z0-9_]{2,40}$`. The stored name is the one that SQL quotes. @public
 * A name in the OpenAPI document.
 */
export const SchemaName = z.pipe(
  z.string('Schema name is required'),
  z.pipe(
    z.transform((value: string) => value.trim().toLowerCase()),
    z.string().check(
      z.minLength(1, { error: 'Schema name is required', abort: true }),
      z.regex(/^[a-z][a-z0-9_]{2,40}$/, { error: SCHEMA_NAME_RULE, abort: true }),
      z.refine(
        (value) => !RESERVED_SCHEMA_NAMES.includes(value) && !value.startsWith('pg_'),
        SCHEMA_NAME_RULE,
      ),
    ),
  ),
);

const MAX_SCHEMA_NAME = 41;

/**
 * Makes a schema name from a company name: its Latin letters and digits, without accents, joined by
 * underscores. `count` is appended when the plain name is taken.
 */
export function schemaNameFrom(clientName: string, count = 1): string {
  const folded = clientName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const name = SchemaName.safeParse(folded.slice(0, MAX_SCHEMA_NAME)).success ? folded : `client_${folded}`;
  const end = count > 1 ? `_${count}` : '';
  return name.slice(0, MAX_SCHEMA_NAME - end.length).replace(/_$/, '') + end;
}

const day = (name: string) => z.optional(z.nullable(z.iso.date(`${name} must be a date.`)));

const NO_MONTH = 'The month must be a number from 1 to 12.';

/** Everything about a client except its schema, whose name never changes. */
const Facts = z.object({
  clientName: requiredLine(200, 'Name is required'),
  subscriptionStartDate: day('Subscription start'),
  subscriptionEndDate: day('Subscription end'),
  amountPaid: z.optional(
    z.nullable(
      z
        .number('Amount paid must be a number.')
        .check(
          z.minimum(0, 'Amount paid cannot be negative.'),
          z.maximum(999_999_999_999, 'Amount paid is too large.'),
        ),
    ),
  ),
  timeZone: z.optional(text(64).check(z.refine(isTimeZone, 'This time zone is not known.'))),
  country: z.optional(
    z.string().check(z.refine((code) => COUNTRIES.includes(code), 'This country is not known.')),
  ),
  yearBegins: z.optional(z.int(NO_MONTH).check(z.minimum(1, NO_MONTH), z.maximum(12, NO_MONTH))),
});

/** @internal */
export const ENDS_BEFORE_START = 'Subscription end cannot be before its start.';

type Subscription = {
  subscriptionStartDate?: string | null | undefined;
  subscriptionEndDate?: string | null | undefined;
};

/** The end of a subscription is its last day, so it cannot be before its first. */
export function refusalOfDates({ subscriptionStartDate: start, subscriptionEndDate: end }: Subscription) {
  if (!start || !end || end >= start) return undefined;
  return { field: 'subscriptionEndDate', message: ENDS_BEFORE_START };
}

const datesInOrder = z.refine<Subscription>((value) => refusalOfDates(value) === undefined, {
  error: ENDS_BEFORE_START,
  path: ['subscriptionEndDate'],
});

/** Without a schema name, the client gets one made from its name. */
export const NewClient = z.extend(Facts, { schemaName: z.optional(SchemaName) }).check(datesInOrder);
export type NewClient = z.infer<typeof NewClient>;

/** Changes to a client. Omitted fields stay the same, and a stale `version` is rejected with 412. */
export const ClientChanges = z.partial(z.extend(Facts, { version: z.string() })).check(datesInOrder);
export type ClientChanges = z.infer<typeof ClientChanges>;

const tag = 'Clients';
const ClientId = z.object({ id: Id });

export const clients = {
  list: endpoint({
    method: 'GET',
    path: '/clients',
    permission: 'clients.pick',
    tag,
    summary: 'Clients the caller may see',
    query: z.object({
      search: z.optional(text(100, 'The search text')),
      /** Only these clients, separated by commas. Unknown ones are left out. */
      ids: z.optional(IdList('clients')),
      page: PageQuery.page,
      limit: z._default(PageQuery.limit.def.innerType, 50),
    }),
    data: z.object({ clients: z.array(Client) }),
    paginated: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/clients',
    permission: 'clients.manage',
    tag,
    summary: 'Create a client with its own schema, or nothing',
    body: NewClient,
    data: z.object({ client: Client }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/clients/:id',
    permission: 'clients.manage',
    changes: ['leads', 'calls', 'reminders'],
    tag,
    summary: 'Correct name, subscription, time zone or country',
    params: ClientId,
    body: ClientChanges,
    data: z.object({ client: Client }),
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/clients/:id/status',
    permission: 'clients.manage',
    tag,
    summary: 'Activate or deactivate; the users of an inactive client are signed out at once',
    params: ClientId,
    body: z.object({ isActive: z.boolean('isActive must be true or false.') }),
    data: z.object({ client: Client }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clients/:id',
    permission: 'clients.manage',
    tag,
    summary: 'Back the schema up to a file for the operator, then drop it',
    params: ClientId,
    data: z.object({ id: Id }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/clients/:id/stats',
    permission: 'clients.manage',
    tag,
    summary: 'How much a client holds',
    params: ClientId,
    data: z.object({ users: z.int(), active_users: z.int(), leads: z.int(), calls: z.int(), bytes: z.int() }),
  }),
  schema: endpoint({
    method: 'GET',
    path: '/clients/:id/schema',
    permission: 'clients.manage',
    tag,
    summary: "A client's schema and its tables",
    params: ClientId,
    data: z.object({
      schemaName: z.string(),
      version: z.int(),
      tables: z.array(z.object({ name: z.string(), rows: z.int() })),
    }),
  }),
  archive: endpoint({
    method: 'GET',
    path: '/clients/:id/archive',
    permission: 'clients.archive',
    proof: 'fresh',
    tag,
    summary: 'All data of a client as one ZIP file of tables, streamed; an operator can bring it back',
    params: ClientId,
    data: z.string(),
    file: 'application/zip',
  }),
};
