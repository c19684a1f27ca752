import * as z from 'zod/mini';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow, requiredLine } from '#shared/fields/fields.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';
import { CALL_TARGETS, Ring, TELEPHONY_KINDS } from '#shared/activities/telephony.ts';

/** The portals and programs that can send leads, and the telephone systems that send calls (`isTelephony`). */
export const SOURCE_KINDS = {
  google_ads: 'Google Ads lead form',
  indiamart: 'IndiaMART',
  justdial: 'JustDial',
  facebook: 'Facebook and Instagram lead ads',
  other: 'Other program',
  exotel: 'Exotel',
  knowlarity: 'Knowlarity or MyOperator',
  twilio: 'Twilio',
  asterisk: 'Asterisk',
  telephony: 'Other telephone system',
} as const;
export type SourceKind = keyof typeof SOURCE_KINDS;

/**
 * Keys that a portal gives the company, with which the server reads leads there. Write-only: responses never
 * include them.
 */
export const CREDENTIALS = {
  crm_key: 'CRM key',
  app_secret: 'App secret',
  page_token: 'Page access token',
  api_key: 'API key',
  api_token: 'API token or password',
} as const;
export type Credential = keyof typeof CREDENTIALS;

/**
 * The credentials of each kind. Facebook needs them; IndiaMART needs one only for reading leads there, telephone systems
 * for click to call and for recordings.
 */
export const CREDENTIALS_OF: Readonly<Record<SourceKind, readonly Credential[]>> = {
  google_ads: [],
  indiamart: ['crm_key'],
  justdial: [],
  facebook: ['app_secret', 'page_token'],
  other: [],
  exotel: ['api_key', 'api_token'],
  knowlarity: ['api_key', 'api_token'],
  twilio: ['api_token'],
  asterisk: ['api_token'],
  telephony: ['api_key', 'api_token'],
};

/** Kinds whose portal can only send to an address, so that the address contains the secret. */
export const SECRET_IN_ADDRESS: readonly SourceKind[] = ['indiamart', 'justdial', ...TELEPHONY_KINDS];

/** Results of a delivery, with their labels. */
export const OUTCOMES = {
  new_lead: 'New lead',
  new_enquiry: 'New enquiry',
  known: 'Already here',
  call: 'Call',
  test: 'Test',
  waiting: 'Waiting',
  refused: 'Refused',
  failed: 'Failed',
} as const;
export type Outcome = keyof typeof OUTCOMES;
/** Deliveries that created no lead and can be retried. */
export const RETRIED: readonly Outcome[] = ['waiting', 'refused', 'failed'];

/** The maximum number of sources per client. */
export const MAX_SOURCES = 20;
/** Days for which deliveries are stored. */
export const SOURCE_LOG_DAYS = 60;
/** The maximum size of a delivery, in bytes. */
export const MAX_DELIVERY_BYTES = 64 * 1024;

/** The targets for a value that a portal sends, besides the custom fields (`custom.…`). */
export const SOURCE_TARGETS = {
  name: 'Name',
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  company_name: 'Company',
  designation: 'Designation',
  location: 'Location',
  address: 'Address',
  budget: 'Budget',
  product: 'Product',
  message: 'Message',
  preferred_contact_time: 'Preferred Contact Time',
  gender: 'Gender',
  campaign_id: 'Campaign',
  form_id: 'Form',
  utm_source: 'UTM Source',
  utm_medium: 'UTM Medium',
  utm_campaign: 'UTM Campaign',
  portal_id: 'Number of the delivery (sent twice, it counts once)',
  keep_in_notes: 'Keep in the notes',
  ignore: 'Leave out',
} as const;
export type SourceTarget = keyof typeof SOURCE_TARGETS | `custom.${string}`;

const isTarget = (text: string) =>
  Object.hasOwn(SOURCE_TARGETS, text) || Object.hasOwn(CALL_TARGETS, text) || isCustomKey(text);
const MAX_MAPPED = 100;
/** The maximum length of the name of a sent value, in characters. */
export const MAX_SOURCE_NAME = 200;

/**
 * The target of each sent value, by the value's name. Names that are not listed are recognised automatically.
 */
const Mapping = z
  .record(
    z.string().check(z.maxLength(MAX_SOURCE_NAME)),
    z.string().check(z.refine(isTarget, 'There is no such field.')),
  )
  .check(
    z.refine(
      (mapping) => Object.keys(mapping).length <= MAX_MAPPED,
      `At most ${MAX_MAPPED} names can be matched.`,
    ),
  );
export type Mapping = Record<string, string>;

export const Source = z.object({
  id: Id,
  kind: z.enum(Object.keys(SOURCE_KINDS) as [SourceKind]),
  name: z.string(),
  is_active: z.boolean(),
  /** The version of the row: an edit based on another version is rejected with 412. */
  version: z.string(),
  /** Default values of a new lead, for what the portal doesn't send. */
  product_id: z.nullable(Id),
  lead_source: z.nullable(z.string()),
  owner_id: z.nullable(Id),
  /** The credentials that are stored. */
  credentials: z.array(z.enum(Object.keys(CREDENTIALS) as [Credential])),
  mapping: z.record(z.string(), z.string()),
  /** Telephone systems only: whether calls of unknown callers become leads, by the rules of duplicates. */
  creates_leads: z.boolean(),
  /** Telephone systems only: click to call; null while it is off. */
  ring: z.nullable(Ring),
  last_delivery_at: z.nullable(z.iso.datetime()),
  last_outcome: z.nullable(z.enum(Object.keys(OUTCOMES) as [Outcome])),
  /** Deliveries of the last seven days. */
  week: z.int(),
  /** The number of requests with a wrong secret, and the latest. Nothing else of them is stored. */
  wrong_secrets: z.int(),
  wrong_secret_at: z.nullable(z.iso.datetime()),
  /** When the server last read from the portal, and how that went, in a sentence. */
  pulled_at: z.nullable(z.iso.datetime()),
  pull_outcome: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  clientId: Id,
  ...clientOfRow,
});
export type Source = z.infer<typeof Source>;

export const SourceDelivery = z.object({
  id: Id,
  at: z.iso.datetime(),
  outcome: z.enum(Object.keys(OUTCOMES) as [Outcome]),
  /** Why there is no lead, or what was left out of it, in a sentence. */
  reason: z.nullable(z.string()),
  lead: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Whether the received text was stored, so that the delivery can be inspected and retried. */
  is_kept: z.boolean(),
});
export type SourceDelivery = z.infer<typeof SourceDelivery>;

const NAME_REQUIRED = 'Name is required.';
const credential = (title: string) =>
  z.optional(z.nullable(z.string(`${title} must be text.`).check(z.maxLength(500, `${title} is too long.`))));
const fields = {
  name: requiredLine(60, NAME_REQUIRED),
  product_id: z.optional(z.nullable(Id)),
  lead_source: z.optional(z.nullable(z.string().check(z.maxLength(80, 'Source is too long.')))),
  owner_id: z.optional(z.nullable(Id)),
  credentials: z.optional(
    z.object({
      crm_key: credential(CREDENTIALS.crm_key),
      app_secret: credential(CREDENTIALS.app_secret),
      page_token: credential(CREDENTIALS.page_token),
      api_key: credential(CREDENTIALS.api_key),
      api_token: credential(CREDENTIALS.api_token),
    }),
  ),
  creates_leads: z.optional(z.boolean('creates_leads must be true or false.')),
  ring: z.optional(z.nullable(Ring)),
};

const common = { tag: 'Sources', permission: 'api_keys.manage' } as const;
const Chosen = z.object({ id: Id });
const pages = { page: PageQuery.page, limit: z._default(PageQuery.limit.def.innerType, 50) };
const Delivery = z.object({ delivery_id: Id });

export const sources = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/sources',
    summary: 'Sources of leads of the clients the caller may see, newest first',
    query: z.object({ client_id: z.optional(Id), ...pages }),
    data: z.object({ sources: z.array(Source) }),
    paginated: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/sources',
    proof: 'fresh',
    isShownOnce: true,
    summary: 'Create a source; the answer shows its secret this once',
    changes: ['sources'],
    query: z.object({ clientId: z.optional(Id) }),
    body: z.object({
      ...fields,
      kind: z.enum(Object.keys(SOURCE_KINDS) as [SourceKind], 'Choose where the leads come from.'),
    }),
    data: z.object({ id: Id, secret: z.string() }),
    status: 201,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/sources/:id',
    summary: 'Change the sent parts of a source, or switch it off and on; a stale `version` is answered 412',
    changes: ['sources'],
    params: Chosen,
    body: z.partial(
      z.object({
        ...fields,
        mapping: Mapping,
        is_active: z.boolean('is_active must be true or false.'),
        version: z.string(),
      }),
    ),
    data: Chosen,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/sources/:id',
    summary: 'Delete a source with the log of its deliveries; its leads stay',
    changes: ['sources'],
    params: Chosen,
    data: Chosen,
  }),
  replaceSecret: endpoint({
    ...common,
    method: 'POST',
    path: '/sources/:id/secret',
    proof: 'fresh',
    isShownOnce: true,
    summary: 'Replace the secret by a new one, shown this once; the old one is dead at once',
    changes: ['sources'],
    params: Chosen,
    data: z.object({ secret: z.string() }),
  }),
  deliveries: endpoint({
    ...common,
    method: 'GET',
    path: '/sources/:id/deliveries',
    summary: 'Deliveries of a source in the last 60 days, newest first',
    params: Chosen,
    query: z.object({
      outcome: z.optional(z.enum(Object.keys(OUTCOMES) as [Outcome], 'There is no such outcome.')),
      ...pages,
    }),
    data: z.object({ deliveries: z.array(SourceDelivery) }),
    paginated: true,
  }),
  received: endpoint({
    ...common,
    method: 'GET',
    path: '/sources/:id/received',
    summary: 'The values of a delivery, or of the latest one that was kept, each with the field it goes to',
    params: Chosen,
    query: z.object({ delivery_id: z.optional(Id) }),
    data: z.object({
      delivery: z.nullable(SourceDelivery),
      text: z.nullable(z.string()),
      answers: z.array(z.object({ name: z.string(), value: z.string(), target: z.string() })),
    }),
  }),
  tryAgain: endpoint({
    ...common,
    method: 'POST',
    path: '/sources/:id/try-again',
    summary: 'Take a delivery in that became no lead, with the fields matched as they are now',
    changes: ['sources', 'leads'],
    params: Chosen,
    body: Delivery,
    data: z.object({ delivery: SourceDelivery }),
  }),
};
