import { randomUUID } from 'node:crypto';
import { accessLinks } from '#shared/access-links.ts';
import { apiKeys } from '#shared/api-keys.ts';
import { auditLog } from '#shared/audit.ts';
import { auth } from '#shared/auth.ts';
import { callLogs } from '#shared/call-logs.ts';
import { clients } from '#shared/clients.ts';
import { dashboard } from '#shared/dashboard.ts';
import { demoRequests } from '#shared/demo-requests.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { events } from '#shared/events.ts';
import { DEFAULT_FIELD_CONFIGURATION, fieldConfiguration } from '#shared/field-configuration.ts';
import { health } from '#shared/health.ts';
import { leadBulk } from '#shared/lead-bulk.ts';
import { leadDuplicates } from '#shared/lead-duplicates.ts';
import { leadExport } from '#shared/lead-export.ts';
import { leadHistory } from '#shared/lead-history.ts';
import { leadImport } from '#shared/lead-import.ts';
import { leadTrash } from '#shared/lead-trash.ts';
import { leads } from '#shared/leads.ts';
import { operations } from '#shared/operations.ts';
import { productCategories, products } from '#shared/products.ts';
import { profile } from '#shared/profile.ts';
import { publicLeads } from '#shared/public-leads.ts';
import { reminders } from '#shared/reminders.ts';
import { roles } from '#shared/roles.ts';
import { users } from '#shared/users.ts';
import { ROLE_IDS } from '#server/db/role-ids.ts';
import type { TestApp } from '#test/app.ts';
import type { Principal } from '#test/principals.ts';
import { mayFurther, rightsTo } from '#test/rights.ts';
import {
  SPARE,
  TWIN,
  newField,
  newObject,
  nextKey,
  paramsOf,
  standingObject,
  unused,
} from '#test/targets.ts';
import type { Kind, Target } from '#test/targets.ts';
import { PASSWORD } from '#test/world.ts';
import type { World } from '#test/world.ts';

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object };
type Call = { test: TestApp; world: World; principal: Principal; target: Target };

/** How the matrix calls an endpoint: with input that whoever has the permission may send. */
export type Example = {
  /** What the path's `:id` is; a call that will succeed gets a new one, so that no cell depends on another. */
  object?: Kind;
  input?: (call: Call) => Input;
  /** The call leaves its object as usable as it was: one's own will do, where a new one would be nobody's. */
  keeps?: true;
  /** The call ends the caller's session or changes the account: each living principal is cloned for it. */
  spends?: true;
  /** Status for somebody with the permission, where that is not the endpoint's own (or 404 for what is not theirs). */
  status?: (principal: Principal) => number | undefined;
};

const body = (value: object) => ({ body: value });
const seesAll = ({ person }: Principal) =>
  person?.role === 'superadmin' || (person?.role === 'admin' && person.clientId === null);
const homeless = ({ person }: Principal) =>
  person !== undefined && person.clientId === null && !['superadmin', 'admin'].includes(person.role);

/** People of all clients name the one they write in. */
const intoAlpha = ({ principal, world }: Call) =>
  seesAll(principal) ? { query: { clientId: world.alpha.id } } : {};
const deletesAny = ({ person }: Principal) => (mayFurther(person, 'leads.delete_any') ? undefined : 403);
/** Calls of the matrix are the manager's. */
const changesAny = ({ person }: Principal) => (mayFurther(person, 'calls.change_any') ? undefined : 403);
const reachesAlpha = (principal: Principal) => sees(principal, 'own');
/** Where a client is needed, people without one are refused with 403. */
const needsClient = (principal: Principal) => (homeless(principal) ? 403 : undefined);

const changing = (value: object): Example => ({ object: 'lead', input: () => body(value) });
const NAME_SETTING = { ...DEFAULT_FIELD_CONFIGURATION.name, title: 'Full name' };
const configuring = (input: () => Input = () => ({})): Example => ({ object: 'client', keeps: true, input });
const EXAMPLES = new Map<Endpoint, Example>([
  [health.ready, {}],
  [auth.login, { input: ({ world }) => body({ email: world.beta.otherRep.email, password: PASSWORD }) }],
  [auth.refresh, { status: () => 401 }],
  [auth.logout, { spends: true }],
  [auth.me, {}],
  [auth.sessions, {}],
  // No session of one's own has the id of a person.
  [auth.endSession, { object: 'user', keeps: true, status: () => 404 }],
  [auth.endSessions, { spends: true }],
  [profile.confirmEmail, { input: () => body({ token: 'lec_unknown' }), status: () => 422 }],
  [profile.update, { input: () => body({ lastName: 'Changed' }), spends: true }],
  [
    profile.changePassword,
    { input: () => body({ currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' }), spends: true },
  ],
  [users.list, {}],
  [users.get, { object: 'user' }],
  [
    users.create,
    {
      input: ({ principal }) => {
        const clientId = principal.person?.clientId ?? null;
        const email = `new.${unused()}@example.com`;
        return body({
          firstName: 'New',
          lastName: 'Person',
          email,
          password: PASSWORD,
          roleId: ROLE_IDS.salesrep,
          clientId,
        });
      },
    },
  ],
  [users.setActive, { object: 'user', input: () => body({ isActive: false }) }],
  [users.openWork, { object: 'user' }],
  [roles.list, {}],
  [clients.list, {}],
  [clients.create, { input: () => body({ clientName: 'New client', schemaName: `new_${unused()}` }) }],
  [clients.setActive, { object: 'client', input: () => body({ isActive: false }) }],
  [clients.remove, { object: 'client' }],
  [clients.stats, { object: 'client' }],
  [clients.schema, { object: 'client' }],
  [fieldConfiguration.get, configuring()],
  [fieldConfiguration.update, configuring(() => body({ config_value: { name: NAME_SETTING } }))],
  [fieldConfiguration.add, configuring(() => body(newField()))],
  [fieldConfiguration.remove, configuring()],
  [fieldConfiguration.restore, configuring()],
  [leads.list, { input: () => ({ query: { page: '1', limit: '12' } }) }],
  [leads.stats, {}],
  [leads.values, {}],
  [leads.get, { object: 'lead' }],
  [leads.neighbours, { object: 'lead' }],
  [
    leads.create,
    { input: (call) => ({ ...intoAlpha(call), body: { name: 'From the matrix' } }), status: needsClient },
  ],
  [leads.update, changing({ name: 'Changed', version: 1 })],
  [leads.remove, { object: 'lead', status: deletesAny }],
  [leads.setStatus, changing({ status: 'converted' })],
  [leads.setArchived, changing({ is_archived: true })],
  [leads.assign, changing({ assigned_to: null })],
  [leads.setScore, changing({ lead_score: 99 })],
  [leads.addTags, changing({ tags: ['changed'] })],
  [leads.removeTags, changing({ tags: ['first'] })],
  [leads.setDuplicate, changing({ is_duplicate: true })],
  [leads.convert, changing({ converted_at: '2026-01-01T00:00:00Z' })],
  [leads.contact, { object: 'lead' }],
  [
    leadImport.run,
    { input: (call) => ({ ...intoAlpha(call), ...body({ leads: [{ name: 'Row' }] }) }), status: needsClient },
  ],
  [
    leadImport.preview,
    { input: (call) => ({ ...intoAlpha(call), ...body({ leads: [{ name: 'Row' }] }) }), status: needsClient },
  ],
  [leadImport.sample, {}],
  [leadExport.run, {}],
  [leadHistory.list, { object: 'lead' }],
  [callLogs.forLead, { object: 'lead' }],
  [callLogs.list, { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [callLogs.get, { object: 'call' }],
  [
    callLogs.create,
    {
      input: () => body({ lead_id: SPARE.called, duration: 5, notes: 'From the matrix' }),
      status: (principal) => (reachesAlpha(principal) ? undefined : 404),
    },
  ],
  [callLogs.update, { object: 'call', input: () => body({ notes: 'Changed' }), status: changesAny }],
  [callLogs.remove, { object: 'call', status: changesAny }],
  [reminders.list, { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [
    reminders.create,
    {
      input: () =>
        body({ lead_id: SPARE.called, title: 'From the matrix', reminder_date: '2026-12-01T04:30:00Z' }),
      status: (principal) => (reachesAlpha(principal) ? undefined : 404),
    },
  ],
  [reminders.update, { object: 'reminder', input: () => body({ title: 'Changed', version: 1 }) }],
  [reminders.complete, { object: 'reminder' }],
  [reminders.reopen, { object: 'reminder' }],
  [reminders.remove, { object: 'reminder' }],
  [leadBulk.update, { input: () => body({ lead_ids: [SPARE.bulk], updates: { status: 'contacted' } }) }],
  [leadBulk.remove, { input: () => body({ lead_ids: [SPARE.doomed] }) }],
  [leadTrash.list, { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [leadTrash.restore, { object: 'trashed lead', status: deletesAny }],
  [leadDuplicates.find, { input: () => ({ query: { email: TWIN } }) }],
  [leadDuplicates.merge, { object: 'lead', input: () => body({ lead_id: randomUUID() }), status: () => 404 }],
  [operations.list, { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [
    operations.undo,
    { object: 'operation', status: ({ person }) => (person?.role === 'salesrep' ? 404 : undefined) },
  ],
  [products.list, {}],
  [
    products.create,
    { input: (call) => ({ ...intoAlpha(call), body: { name: 'Sofa' } }), status: needsClient },
  ],
  [products.update, { object: 'product', input: () => body({ name: 'Changed', version: 1 }) }],
  [products.setActive, { object: 'product', input: () => body({ is_active: false }) }],
  [products.remove, { object: 'product' }],
  [products.restore, { object: 'deleted product' }],
  [productCategories.list, {}],
  [
    productCategories.create,
    {
      input: (call) => ({ ...intoAlpha(call), body: { name: `Category ${unused()}` } }),
      status: needsClient,
    },
  ],
  [productCategories.update, { object: 'category', input: () => body({ name: `Category ${unused()}` }) }],
  [productCategories.remove, { object: 'category' }],
  ...Object.values(dashboard).map((endpoint): [Endpoint, Example] => [endpoint, {}]),
  [apiKeys.list, {}],
  [
    apiKeys.create,
    { input: ({ world }) => body({ client_id: world.alpha.id, allowed_origins: ['https://example.com'] }) },
  ],
  [apiKeys.rotate, { input: () => body({ api_key_id: nextKey() }) }],
  [apiKeys.revoke, { input: () => body({ api_key_id: nextKey() }) }],
  [apiKeys.test, { input: () => body({ api_key_id: nextKey() }) }],
  // Without an origin and a key nobody is let in, whoever has signed in.
  [
    publicLeads.create,
    { input: () => body({ name: 'Asha Patel', email: 'asha@example.com' }), status: () => 403 },
  ],
  [auditLog.list, {}],
  [accessLinks.forgotPassword, { input: () => body({ email: 'nobody@example.com' }) }],
  [
    accessLinks.resetPassword,
    { input: () => body({ token: 'lpr_unknown', password: 'maroon-kettle-92' }), status: () => 422 },
  ],
  [accessLinks.register, { input: () => body({}), status: () => 403 }],
  [accessLinks.resetLink, { object: 'user' }],
  [
    accessLinks.invite,
    {
      input: ({ principal }) =>
        body({
          email: `invited.${unused()}@example.com`,
          roleId: ROLE_IDS.salesrep,
          clientId: principal.person?.clientId ?? null,
        }),
    },
  ],
  // The matrix' installation takes none.
  [
    demoRequests.create,
    {
      input: () => body({ name: 'Asha', email: 'asha@example.com', starts_at: '2026-12-01T04:30:00Z' }),
      status: () => 404,
    },
  ],
  [events.live, {}],
]);

/** The example of an endpoint; throws with the sentence that tells a developer what is missing. */
export function exampleOf(endpoint: Endpoint): Example {
  const { method, path, params } = endpoint;
  const example = EXAMPLES.get(endpoint);
  if (!example) throw new Error(`${method} ${path} has no example input: add one to test/matrix.ts.`);
  if (params && !example.object)
    throw new Error(`${method} ${path} names an object: say in test/matrix.ts which.`);
  return example;
}

/** What `test/rights.ts` and "who sees what" say the answer must be. */
export function expectedStatus(endpoint: Endpoint, principal: Principal, target: Target): number {
  const { status = 200 } = endpoint;
  const { roles } = rightsTo(endpoint);
  const example = exampleOf(endpoint);
  const own = example.status?.(principal);
  if (roles === 'public') return own ?? status;
  if (!principal.person) return 401;
  if (!roles.includes(principal.person.role)) return 403;
  if (example.object && !sees(principal, target)) return 404;
  return own ?? status;
}

function sees(principal: Principal, target: Target): boolean {
  if (target === 'nonexistent') return false;
  return seesAll(principal) || (target === 'own' && principal.person?.clientId !== null);
}

/** Input for one cell; `isNew` puts a new object under its target. */
export async function inputOf(endpoint: Endpoint, call: Call, isNew: boolean): Promise<Input> {
  const { object, input, keeps } = exampleOf(endpoint);
  const id =
    object && (isNew && !keeps ? await newTarget(call, object) : standingObject(call.target, object));
  return { ...(id && { params: paramsOf(endpoint, id) }), ...input?.(call) };
}

async function newTarget({ test, world, target }: Call, object: Kind): Promise<string> {
  return await newObject(test, target === 'own' ? world.alpha : world.beta, object);
}
