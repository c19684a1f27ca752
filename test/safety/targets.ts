import { randomUUID } from 'node:crypto';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { absences } from '#shared/company/absences.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadViews } from '#shared/leads/lead-views.ts';
import { leads } from '#shared/leads/leads.ts';
import { messageTemplates } from '#shared/leads/message-templates.ts';
import { productCategories, products } from '#shared/leads/products.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import type { TestApp } from '#test/app.ts';
import { createLead, createPerson, createTestClient, logCall, planReminder, writeNote } from '#test/world.ts';
import type { Person, TestClient, World } from '#test/world.ts';

/**
 * The owner of the object that a call names: alpha (where users of a client belong), beta, or nobody, because
 * it does not exist.
 */
export type Target = 'own' | 'other' | 'nonexistent';
export const TARGETS: readonly Target[] = ['own', 'other', 'nonexistent'];

/** The kinds of object that a path's id may name; the operations were made by the manager. */
export type Kind =
  | 'lead'
  | 'trashed lead'
  | 'operation'
  | 'call'
  | 'phone call'
  | 'reminder'
  | 'note'
  | 'product'
  | 'deleted product'
  | 'category'
  | 'view'
  | 'template'
  | 'webhook'
  | 'source'
  | 'service token'
  | 'invitation'
  | 'absence'
  | 'user'
  | 'client';

/** A value shared by a lead of each client. */
export const TWIN = 'twin@example.com';
/** Leads of alpha that calls name in their bodies. */
export const SPARE = { bulk: '', doomed: '', called: '' };

/** A delivery of each client's standing webhook. */
export const DELIVERIES = { own: '', other: '' };
/** A delivery of each client's standing source. */
export const RECEIVED = { own: '', other: '' };

/** API keys of alpha, for calls that end one. */
const KEYS: string[] = [];
const KEYS_NEEDED = 60;

/** A key of alpha that no call has used yet. */
export function nextKey(): string {
  const id = KEYS.pop();
  if (!id) throw new Error('The API keys are used up: raise KEYS_NEEDED.');
  return id;
}

async function prepareKeys(test: TestApp, { admin, id }: TestClient): Promise<void> {
  const body = { client_id: id, allowed_origins: ['https://example.com'] };
  for (let made = 0; made < KEYS_NEEDED; made += 1) await test.call(apiKeys.create, { body }, admin.token);
  const query = { limit: '100' };
  const listed = await test.call(apiKeys.list, { query }, admin.token);
  KEYS.push(...listed.body.data.api_keys.map((key) => key.id));
}

let numbers = 0;
/** A number that no name contains yet. */
export function unused(): number {
  numbers += 1;
  return numbers;
}

/** A custom field that both clients have. */
const FIELD = 'custom.seats';

/** A custom field that no client has yet. */
export function newField(title = `Field ${unused()}`) {
  return { title, type: 'number' as const, showTable: true, showForm: true, required: false };
}

/** The parameters of a path: the id under its name, and a field key if the path has one. */
export function paramsOf({ path }: Endpoint, id: string): Record<string, string> {
  const [name, ...others] = [...path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? '');
  if (!name) throw new Error(`${path} names no object.`);
  return { [name]: id, ...(others.includes('key') && { key: FIELD }) };
}

/** Objects that refused calls name; created before the first of them. */
export type Standing = Record<Kind, Record<'own' | 'other', string>>;
let standing: Standing;

export async function prepareTargets(
  test: TestApp,
  { alpha, beta, superadmin, admin }: World,
): Promise<Standing> {
  const [own, other] = [
    await createLead(test, alpha.manager, { tags: ['first'] }),
    await createLead(test, beta.manager),
  ];
  // A user with access to all clients becomes a guest of a client with the first write there, which must not
  // look like an effect of a refusal.
  for (const person of [superadmin, admin]) {
    await createLead(test, person, {}, alpha.id);
    await createLead(test, person, {}, beta.id);
  }
  await prepareKeys(test, alpha);
  for (const { id: tenantId, admin: author } of [alpha, beta]) {
    const input = { params: { tenantId }, body: newField('Seats') };
    await test.call(fieldConfiguration.add, input, author.token);
  }
  SPARE.bulk = (await createLead(test, alpha.manager, { email: TWIN })).id;
  SPARE.doomed = (await createLead(test, alpha.manager)).id;
  SPARE.called = (await createLead(test, alpha.manager)).id;
  await createLead(test, beta.manager, { email: TWIN });
  const [trashed, otherTrashed] = [await trashLead(test, alpha.manager), await trashLead(test, beta.manager)];
  standing = {
    lead: { own: own.id, other: other.id },
    'trashed lead': { own: trashed.id, other: otherTrashed.id },
    operation: { own: trashed.operation_id, other: otherTrashed.operation_id },
    product: {
      own: await createProduct(test, alpha.manager),
      other: await createProduct(test, beta.manager),
    },
    'deleted product': {
      own: await deleteProduct(test, alpha.manager),
      other: await deleteProduct(test, beta.manager),
    },
    category: {
      own: await createCategory(test, alpha.manager),
      other: await createCategory(test, beta.manager),
    },
    view: { own: await shareView(test, alpha.manager), other: await shareView(test, beta.manager) },
    template: {
      own: await shareTemplate(test, alpha.manager),
      other: await shareTemplate(test, beta.manager),
    },
    webhook: { own: await createWebhook(test, alpha.admin), other: await createWebhook(test, beta.admin) },
    source: { own: await createSource(test, alpha.admin), other: await createSource(test, beta.admin) },
    'service token': {
      own: (await createService(test, alpha.admin)).id,
      other: (await createService(test, beta.admin)).id,
    },
    invitation: { own: await invite(test, alpha.admin), other: await invite(test, beta.admin) },
    absence: { own: await beAway(test, alpha.manager), other: await beAway(test, beta.manager) },
    user: { own: alpha.otherRep.id, other: beta.otherRep.id },
    client: { own: alpha.id, other: beta.id },
    call: { own: await logCall(test, alpha.manager), other: await logCall(test, beta.manager) },
    'phone call': { own: await takePhoneCall(test, alpha), other: await takePhoneCall(test, beta) },
    reminder: { own: await planReminder(test, alpha.manager), other: await planReminder(test, beta.manager) },
    note: { own: await writeNote(test, alpha.manager), other: await writeNote(test, beta.manager) },
  };
  DELIVERIES.own = await tryWebhook(test, alpha.admin, standing.webhook.own);
  RECEIVED.own = await refusedDelivery(test, alpha.admin, standing.source.own);
  RECEIVED.other = await refusedDelivery(test, beta.admin, standing.source.other);
  DELIVERIES.other = await tryWebhook(test, beta.admin, standing.webhook.other);
  return standing;
}

/** The standing object that a call with this target names. */
export function standingObject(target: Target, object: Kind): string {
  return target === 'nonexistent' ? randomUUID() : standing[object][target];
}

/** A lead in the trash, and the operation that put it there. */
async function trashLead(test: TestApp, person: Person): Promise<{ id: string; operation_id: string }> {
  const { id } = await createLead(test, person);
  return (await test.call(leads.remove, { params: { id } }, person.token)).body.data;
}

async function createProduct(test: TestApp, person: Person): Promise<string> {
  return (await test.call(products.create, { body: { name: 'Sofa' } }, person.token)).body.data.id;
}

async function deleteProduct(test: TestApp, person: Person): Promise<string> {
  const id = await createProduct(test, person);
  await test.call(products.remove, { params: { id } }, person.token);
  return id;
}

async function createCategory(test: TestApp, person: Person): Promise<string> {
  const name = `Category ${unused()}`;
  return (await test.call(productCategories.create, { body: { name } }, person.token)).body.data.id;
}

async function shareView(test: TestApp, person: Person): Promise<string> {
  const body = { name: 'Shared', address: 'status=new', filters: { status: 'new' }, is_shared: true };
  return (await test.call(leadViews.create, { body }, person.token)).body.data.id;
}

async function shareTemplate(test: TestApp, person: Person): Promise<string> {
  const body = { channel: 'whatsapp' as const, name: 'Shared', body: 'Hello {name}', is_shared: true };
  return (await test.call(messageTemplates.create, { body }, person.token)).body.data.id;
}

async function createWebhook(test: TestApp, person: Person): Promise<string> {
  const body = { url: 'https://hooks.example.com/lms', events: ['call.logged' as const] };
  return (await test.call(webhooks.create, { body }, person.token)).body.data.id;
}

/** A source of the admin's client. */
export async function createSource(test: TestApp, person: Person, name = 'Shop'): Promise<string> {
  const body = { kind: 'other' as const, name };
  return (await test.call(sources.create, { body }, person.token)).body.data.id;
}

/** A delivery of the source that created no lead. */
export async function refusedDelivery(
  test: TestApp,
  { token }: Person,
  id: string,
  colour = 'red',
): Promise<string> {
  const { secret } = (await test.call(sources.replaceSecret, { params: { id } }, token)).body.data;
  await test.call(sourcePosts.receiveAt, { params: { id, secret }, body: { colour } });
  const listed = await test.call(sources.deliveries, { params: { id } }, token);
  return listed.body.data.deliveries[0]?.id ?? '';
}

/** A service token of the admin's client. */
export async function createService(
  test: TestApp,
  { token }: Person,
  wish: { scope?: 'read' | 'write'; days?: number | null; name?: string } = {},
): Promise<{ id: string; token: string }> {
  const body = { name: 'Nightly', scope: 'write' as const, days: 30, ...wish };
  return (await test.call(serviceTokens.create, { body }, token)).body.data;
}

/** An open invitation to the admin's client. */
export async function invite(
  test: TestApp,
  { token, clientId }: Person,
  email = `open.${unused()}@example.com`,
): Promise<string> {
  await test.call(accessLinks.invite, { body: { email, roleId: ROLE_IDS.salesrep, clientId } }, token);
  const { invitations } = (await test.call(accessLinks.invitations, {}, token)).body.data;
  return invitations.find((each) => each.email === email)?.id ?? '';
}

/** A day on which the user is away. */
async function beAway(test: TestApp, { token }: Person): Promise<string> {
  const day = new Date(Date.UTC(2040, 0, unused())).toISOString().slice(0, 10);
  return (await test.call(absences.create, { body: { first_day: day, last_day: day } }, token)).body.data.id;
}

/** A delivery of the webhook. */
async function tryWebhook(test: TestApp, person: Person, id: string): Promise<string> {
  return (await test.call(webhooks.test, { params: { id } }, person.token)).body.data.delivery_id;
}

/** A phone call that rings for nobody, with a new lead of the manager. */
async function takePhoneCall(test: TestApp, { schema, manager }: TestClient): Promise<string> {
  const id = randomUUID();
  const lead = (await createLead(test, manager)).id;
  await test.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO ${schema}.phone_calls (id, source_id, provider_id, state, direction, lead_id)
        VALUES ($1::uuid, $1::uuid, gen_random_uuid()::text, 'ringing', 'inbound', $2)`,
      [id, lead],
    );
  });
  return id;
}

/** A new object of the client. */
export async function newObject(test: TestApp, client: TestClient, object: Kind): Promise<string> {
  if (object === 'lead') return (await createLead(test, client.manager, { tags: ['first'] })).id;
  if (object === 'trashed lead') return (await trashLead(test, client.manager)).id;
  if (object === 'operation') return (await trashLead(test, client.manager)).operation_id;
  if (object === 'call') return await logCall(test, client.manager);
  if (object === 'phone call') return await takePhoneCall(test, client);
  if (object === 'reminder') return await planReminder(test, client.manager);
  if (object === 'note') return await writeNote(test, client.manager);
  if (object === 'product') return await createProduct(test, client.manager);
  if (object === 'deleted product') return await deleteProduct(test, client.manager);
  if (object === 'category') return await createCategory(test, client.manager);
  if (object === 'view') return await shareView(test, client.manager);
  if (object === 'template') return await shareTemplate(test, client.manager);
  if (object === 'webhook') return await createWebhook(test, client.admin);
  if (object === 'source') return await createSource(test, client.admin);
  if (object === 'service token') return (await createService(test, client.admin)).id;
  if (object === 'invitation') return await invite(test, client.admin);
  if (object === 'absence') return await beAway(test, client.manager);
  if (object === 'user') return (await createPerson(test, 'salesrep', client.id)).id;
  return (await createTestClient(test, `spare_${unused()}`)).id;
}
