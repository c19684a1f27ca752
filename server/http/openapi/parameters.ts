import { demoRequests } from '#shared/installation/demo-requests.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { LEAD_FILTERS } from '#shared/fields/lead-filters.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import type { Json, Schemas } from './openapi-schemas.ts';

/** The parameters of a call's path, query and headers, each with what it means. */
export function parametersOf(endpoint: Endpoint, input: Schemas): Json[] {
  const { params, query } = endpoint;
  const headers = takesKey(endpoint) ? [IDEMPOTENCY_KEY] : [];
  return [...parameters('path', params, input), ...parameters('query', query, input), ...headers];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice: the call repeated with the same one changes nothing more and returns the same.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

/** Everything that is created or changed by a POST, except by signing in and by portals; previews change nothing. */
function takesKey(endpoint: Endpoint): boolean {
  if (endpoint === publicLeads.create || endpoint === demoRequests.create) return true;
  return (
    endpoint.method === 'POST' && endpoint.permission !== 'public' && !endpoint.path.endsWith('/preview')
  );
}

function parameters(where: 'path' | 'query', schema: Endpoint['query'], input: Schemas): Json[] {
  if (!schema) return [];
  const object = input.of(schema) as { properties: Record<string, Json>; required?: string[] };
  const filtersLeads = 'first_contact' in object.properties;
  const meanings = where === 'path' ? IN_PATHS : { ...IN_QUERIES, ...(filtersLeads && OF_LEADS) };
  return Object.entries(object.properties).map(([name, json]) => {
    // A URL has no other way to express a boolean.
    const isFlag = String(json.enum) === 'true,false';
    const required = object.required?.includes(name) === true;
    const description = meanings[name];
    return { name, in: where, required, description, schema: isFlag ? { type: 'boolean' } : json };
  });
}

const IN_PATHS: Readonly<Record<string, string>> = {
  id: 'The id, as lists and responses name it.',
  tenantId: 'The id of the client.',
  key: 'The key of the field, such as `custom.shirt_size`.',
  secret: 'The secret of the source, from its settings.',
};

const CLIENT = 'for users who see several; everybody else sees their own client only.';
const IDS = 'Ids, separated by commas; unknown ones are left out.';

/** Meanings of parameters in any call, by name. */
const IN_QUERIES: Readonly<Record<string, string>> = {
  action: 'One kind of entry, such as `sign_in`.',
  after: 'The lead behind which the answer begins, usually the last one of the answer before.',
  call_status: 'How the call ended.',
  call_type: '`outbound` for calls to the lead, `inbound` for calls from the lead.',
  category_id: 'Products of this category.',
  client_id: `One client, ${CLIENT}`,
  clientId: 'The client to work in; needed only from users who see several.',
  column: 'The status of the column; without it the column "Other".',
  columns: 'The keys of the fields in the file, in order, separated by commas; without it every field.',
  configKey: '`lead_config`, the only key there is; others find nothing.',
  delivery_id: 'The delivery to show; without it the latest one that was kept.',
  domain: 'The part of an email address behind the @.',
  due: 'Open follow-ups of one group of days.',
  email: 'The email address to compare with.',
  exclude: 'The lead being edited, which is not a duplicate of itself.',
  first_of_lead: 'Only the open follow-up of each lead that is due first.',
  format: 'The format of the file.',
  from_date: 'The first day, such as `2026-11-30`, in the client’s time zone.',
  ids: IDS,
  is_active: '`true` for active ones, `false` for inactive ones.',
  is_completed: '`true`: completed follow-ups, `false`: open ones; without it both, open ones first.',
  key: 'The key of the calendar’s address.',
  lead_id: 'Those of one lead.',
  limit: 'The number of rows on a page.',
  month: 'The month, such as `2026-11`.',
  orderBy: 'The field to sort by.',
  orderDirection: 'Ascending or descending.',
  outcome: 'What became of the delivery.',
  page: 'The page, from 1.',
  pages: 'Also returns everything that the pages of these leads show.',
  per_day: 'The number of follow-ups of each day to return.',
  phone: 'The phone number to compare with, in any spelling.',
  q: 'The text or number to search for.',
  role: 'The name of a role.',
  search: 'Words to search for, in any order.',
  sort_by: 'The field to sort by; rows without a value come last.',
  sort_order: 'Ascending or descending.',
  team_of: 'A user’s id, or `me`: this user and everybody who reports to them.',
  to_date: 'The last day, included, in the client’s time zone.',
  type: 'One kind of entry.',
  unit: 'Compares the days so far of a quarter, half-year or year with the same days of the one before.',
  user_id: 'Whose: a user’s id, `me` (with the people whom the caller covers for today), or `none`.',
  version: 'The version of the configuration that the change is based on; 412 if it is no longer current.',
  was_late:
    'Completed follow-ups: `true` for those completed after the day they were due, `false` for the rest.',
  whose: 'The caller’s own day, or the team’s.',
  with_notes: 'Adds a column with the notes of each lead.',
};

/** Meanings in calls that take the filters of the lead list. */
const OF_LEADS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries<LeadFilter>(LEAD_FILTERS).map(([key, row]) => [key, ofFilter(row)])),
  is_archived: '`true` for archived leads, `false` for active ones.',
  show_all: '`true` for archived and active leads together.',
  is_duplicate: '`true` for duplicates, `false` for the others.',
  no_next_step: 'Leads with an open status and no follow-up planned.',
  campaign_id: 'This campaign exactly.',
  search:
    'Every word must occur in a text of the lead, its owner’s name or an option’s label; phone numbers match in any spelling.',
  format: 'Ignored.',
} satisfies Partial<Record<keyof LeadFilters | 'format', string>>;

/** A filter in words, from its row in the table of filters. */
function ofFilter(filter: LeadFilter): string {
  const title = filter.label ?? (filter.field && LEAD_FIELDS[filter.field as LeadFieldKey].title);
  switch (filter.kind) {
    case 'client':
      return `One client, ${CLIENT}`;
    case 'options':
      return `${title}: exactly this value; repeat the parameter for any of several.`;
    case 'products':
      return `${title}: its id; repeat the parameter for any of several.`;
    case 'tags':
      return `${title}: leads with this tag; repeat the parameter for any of several.`;
    case 'people':
      return `${title}: a user’s id, \`me\`, or \`none\`; repeat the parameter for any of several.`;
    case 'person':
      return `${title}: a user’s id.`;
    case 'days':
      return `${title}, in words: ${inCode(filter.offers)}, or another number of days; repeat the parameter for any of several.`;
    case 'day':
      return `${title}: on this day, such as \`2026-11-30\`, or ${filter.suffix === 'from' ? 'later' : 'earlier'}, in the client’s time zone.`;
    case 'amount':
      return `${title}: at ${filter.suffix === 'from' ? 'least' : 'most'} so many rupees.`;
    case 'choice':
      return `${title}. ${Object.entries(filter.choices)
        .map(([value, { label }]) => `\`${value}\`: ${label}`)
        .join('; ')}.`;
    case 'step':
      return `${title}: leads that have, or once had, this status or a later one. Only within one client.`;
    case 'custom':
      return 'Custom fields, as JSON: `{"shirt_size":"L","seats":"10..20"}`. Only within one client.';
    case 'ids':
      return IDS;
    case 'import':
      return 'The operation of an import: the leads that it created or changed. Only within one client.';
  }
}

function inCode(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
