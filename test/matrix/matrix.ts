import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { examples as accessLinks } from '#test/matrix/accounts/access-links.ts';
import { examples as apiKeys } from '#test/matrix/accounts/api-keys.ts';
import { examples as audit } from '#test/matrix/accounts/audit.ts';
import { examples as backups } from '#test/matrix/installation/backups.ts';
import { examples as accessTokens } from '#test/matrix/accounts/access-tokens.ts';
import { examples as auth } from '#test/matrix/accounts/auth.ts';
import { examples as callLogs } from '#test/matrix/activities/call-logs.ts';
import { examples as phoneCalls } from '#test/matrix/activities/phone-calls.ts';
import { examples as clients } from '#test/matrix/installation/clients.ts';
import { examples as dashboard } from '#test/matrix/activities/dashboard.ts';
import { examples as demoRequests } from '#test/matrix/installation/demo-requests.ts';
import { examples as distribution } from '#test/matrix/company/distribution.ts';
import { examples as targets } from '#test/matrix/activities/targets.ts';
import { examples as events } from '#test/matrix/protocol/events.ts';
import { examples as fieldConfiguration } from '#test/matrix/fields/field-configuration.ts';
import { examples as health } from '#test/matrix/installation/health.ts';
import { examples as leadBoard } from '#test/matrix/leads/lead-board.ts';
import { examples as leadBulk } from '#test/matrix/leads/lead-bulk.ts';
import { examples as leadDuplicates } from '#test/matrix/leads/lead-duplicates.ts';
import { examples as leadExport } from '#test/matrix/leads/lead-export.ts';
import { examples as leadHistory } from '#test/matrix/leads/lead-history.ts';
import { examples as leadPage } from '#test/matrix/leads/lead-page.ts';
import { examples as leadImport } from '#test/matrix/leads/lead-import.ts';
import { examples as contactDetails } from '#test/matrix/values/contact-details.ts';
import { examples as leadMessages } from '#test/matrix/leads/lead-messages.ts';
import { examples as leadNotes } from '#test/matrix/leads/lead-notes.ts';
import { examples as leadTrash } from '#test/matrix/leads/lead-trash.ts';
import { examples as push } from '#test/matrix/activities/push.ts';
import { examples as calendarFeed } from '#test/matrix/activities/calendar-feed.ts';
import { examples as secondFactor } from '#test/matrix/accounts/second-factor.ts';
import { examples as passkeys } from '#test/matrix/accounts/passkeys.ts';
import { examples as companySignIn } from '#test/matrix/accounts/company-sign-in.ts';
import { examples as leadVisibility } from '#test/matrix/leads/lead-visibility.ts';
import { examples as workingHours } from '#test/matrix/company/working-hours.ts';
import { examples as leadViews } from '#test/matrix/leads/lead-views.ts';
import { examples as leads } from '#test/matrix/leads/leads.ts';
import { examples as messageTemplates } from '#test/matrix/leads/message-templates.ts';
import { examples as notifications } from '#test/matrix/activities/notifications.ts';
import { examples as operations } from '#test/matrix/activities/operations.ts';
import { examples as products } from '#test/matrix/leads/products.ts';
import { examples as profile } from '#test/matrix/accounts/profile.ts';
import { examples as publicLeads } from '#test/matrix/leads/public-leads.ts';
import { examples as reminders } from '#test/matrix/activities/reminders.ts';
import { examples as reports } from '#test/matrix/activities/reports.ts';
import { examples as roles } from '#test/matrix/accounts/roles.ts';
import { examples as scim } from '#test/matrix/accounts/scim.ts';
import { examples as search } from '#test/matrix/activities/search.ts';
import { examples as serviceTokens } from '#test/matrix/accounts/service-tokens.ts';
import { examples as sources } from '#test/matrix/company/sources.ts';
import { examples as users } from '#test/matrix/accounts/users.ts';
import { examples as webhooks } from '#test/matrix/company/webhooks.ts';
import { sees } from '#test/matrix/example.ts';
import type { Call, Example, Input } from '#test/matrix/example.ts';
import type { Principal } from '#test/safety/principals.ts';
import { RIGHTS } from '#test/safety/rights.ts';
import type { Right } from '#test/safety/rights.ts';
import { newObject, paramsOf, standingObject } from '#test/safety/targets.ts';
import type { Kind, Target } from '#test/safety/targets.ts';

/** Every endpoint with its right and its example; a new feature's examples are added here. */
const MATRIX = new Map<Endpoint, { right: Right; example: Example }>(
  [
    health,
    auth,
    accessTokens,
    profile,
    users,
    roles,
    clients,
    fieldConfiguration,
    leads,
    leadImport,
    leadExport,
    leadHistory,
    leadPage,
    leadMessages,
    contactDetails,
    leadNotes,
    leadViews,
    leadVisibility,
    workingHours,
    messageTemplates,
    leadBoard,
    callLogs,
    phoneCalls,
    reminders,
    search,
    leadBulk,
    leadTrash,
    leadDuplicates,
    notifications,
    operations,
    products,
    dashboard,
    reports,
    apiKeys,
    serviceTokens,
    webhooks,
    sources,
    publicLeads,
    audit,
    backups,
    accessLinks,
    demoRequests,
    distribution,
    secondFactor,
    passkeys,
    companySignIn,
    scim,
    calendarFeed,
    push,
    targets,
    events,
  ]
    .flat()
    .map(([endpoint, right, example = {}]) => [endpoint, { right: RIGHTS[right], example }]),
);

/** The calls of the matrix; one that is no longer an endpoint must be removed. */
export const CALLS = [...MATRIX.keys()];

/** The right to a call and its example. Throws with a sentence that tells a developer what is missing. */
function entryOf(endpoint: Endpoint): { right: Right; example: Example } {
  const { method, path, params } = endpoint;
  const entry = MATRIX.get(endpoint);
  const file = 'the file of its feature in test/matrix/';
  if (!entry)
    throw new Error(
      `${method} ${path} is not in test/matrix/: write into ${file}, by hand, who may call it, and an example of its input.`,
    );
  if (params && !entry.example.object)
    throw new Error(`${method} ${path} names an object: say in ${file} which.`);
  return entry;
}

/** The right to a call. Throws if none is defined. */
export function rightsTo(endpoint: Endpoint): Right {
  return entryOf(endpoint).right;
}

/** The example of a call. Throws if there is none. */
export function exampleOf(endpoint: Endpoint): Example {
  return entryOf(endpoint).example;
}

/** The status required by `test/safety/rights.ts` and the visibility rules. */
export function expectedStatus(endpoint: Endpoint, principal: Principal, target: Target): number {
  const { status = 200 } = endpoint;
  const allowed = rightsTo(endpoint).roles;
  const example = exampleOf(endpoint);
  const own = example.status?.(principal);
  if (allowed === 'public') return own ?? status;
  if (!principal.person) return 401;
  if (!allowed.includes(principal.person.role)) return 403;
  if (example.object && !sees(principal, target)) return 404;
  return own ?? status;
}

/** The input for one cell; `isNew` creates a new object for its target. */
export async function inputOf(endpoint: Endpoint, call: Call, isNew: boolean): Promise<Input> {
  const { object, input, keeps } = exampleOf(endpoint);
  const id =
    object && (isNew && !keeps ? await newTarget(call, object) : standingObject(call.target, object));
  return { ...(id && { params: paramsOf(endpoint, id) }), ...input?.(call) };
}

async function newTarget({ test, world, target }: Call, object: Kind): Promise<string> {
  return await newObject(test, target === 'own' ? world.alpha : world.beta, object);
}
