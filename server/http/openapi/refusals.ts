import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { push } from '#shared/activities/push-devices.ts';
import { calendarFeed } from '#shared/activities/calendar-feed.ts';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { metrics } from '#shared/installation/metrics.ts';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { proof } from '#shared/accounts/proof.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';

/** The name of each error status in the OpenAPI document, and when it is returned. */
export const REFUSALS = {
  400: ['BadRequest', 'The request itself cannot be read.'],
  401: ['Unauthenticated', 'The token is missing, wrong or no longer valid.'],
  403: ['Forbidden', 'The caller may not do this.'],
  404: ['NotFound', 'There is no such object, or it belongs to another client.'],
  408: ['TooSlow', 'The upload did not arrive in time.'],
  409: ['Conflict', 'It exists already, is in use, or is being changed by somebody else right now.'],
  412: ['Stale', 'The row has changed since the caller read it; `data` is the row as it is now.'],
  413: ['TooLarge', 'The body or the file is too large.'],
  415: ['BadType', 'This content type isn’t accepted here.'],
  422: ['Invalid', 'Fields are wrong; `errors` lists them.'],
  429: ['TooManyRequests', 'Too fast; `Retry-After` says how many seconds to wait.'],
  500: ['Internal', 'An error of the server; its log has the `request_id`.'],
  503: [
    'Unavailable',
    'The database does not answer, or the server is overloaded; `Retry-After` says when to try again.',
  ],
  504: ['Timeout', 'The database took too long: narrow the search.'],
} as const satisfies Record<number, readonly [name: string, meaning: string]>;
export type Refusal = keyof typeof REFUSALS;

/**
 * The error statuses of calls beyond those implied by their shape: some calls are authorised by something
 * other than a session.
 */
const BESIDES = new Map<Endpoint, Refusal[]>([
  [auth.login, [401]],
  [passkeys.signInOptions, [409]],
  [passkeys.signIn, [401]],
  [passkeys.begin, [409]],
  [proof.options, [409]],
  [auth.refresh, [401, 403]],
  [auth.logout, [403]],
  [companySignIn.begin, [401, 403, 404]],
  [companySignIn.finish, [401, 403]],
  [accessLinks.register, [403]],
  [publicLeads.create, [401, 403]],
  ...Object.values(sourcePosts).map((post) => [post, [400, 403, 413]] as [Endpoint, Refusal[]]),
  [demoRequests.create, [404]],
  [calendarFeed.read, [404]],
  [push.act, [404, 409, 412]],
  [metrics.read, [401, 404]],
  [leadDuplicates.merge, [412]],
]);

/**
 * The error statuses a call can return, in rising order: never fewer than it can return. Tests fail for a
 * missing one.
 */
export function refusalsOf(endpoint: Endpoint): Refusal[] {
  const { method, permission, params, query, body, upload } = endpoint;
  const changes = method !== 'GET';
  const signedIn = permission !== 'public';
  const fields = [...fieldsOf(query), ...fieldsOf(body)];
  const namesAnObject = fields.some((field) => /ids?$/i.test(field));
  const possible: Record<Refusal, boolean> = {
    400: changes,
    401: signedIn,
    // A role, the owner of a row, or an access token that is more limited than its owner.
    403: signedIn,
    404: params !== undefined || (signedIn && changes && namesAnObject),
    408: upload === true,
    409: changes,
    412: fields.includes('version'),
    413: changes,
    415: changes,
    422: query !== undefined || body !== undefined || upload === true,
    429: true,
    500: true,
    503: true,
    504: true,
  };
  const besides = BESIDES.get(endpoint) ?? [];
  const all = Object.keys(REFUSALS).map(Number) as Refusal[];
  return all.filter((status) => possible[status] || besides.includes(status));
}

/** The property names of an object schema. */
function fieldsOf(schema: Endpoint['body']): string[] {
  const def = schema?._zod.def as { shape?: object } | undefined;
  return Object.keys(def?.shape ?? {});
}
