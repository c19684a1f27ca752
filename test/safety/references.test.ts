import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { can } from '#shared/accounts/permissions.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { assertRows } from '#test/rows/assert-rows.ts';
import { digestOf } from '#test/rows/digest.ts';
import { idSlots } from '#test/safety/id-slots.ts';
import type { IdSlot } from '#test/safety/id-slots.ts';
import { inputOf } from '#test/matrix/matrix.ts';
import { NOTHING, filter, harmless, reference, seesAll, unseen } from '#test/safety/reference-rules.ts';
import type { Expected, Rule } from '#test/safety/reference-rules.ts';
import { DELIVERIES, RECEIVED, prepareTargets, standingObject } from '#test/safety/targets.ts';
import { livingPrincipals } from '#test/safety/principals.ts';
import type { Principal } from '#test/safety/principals.ts';
import { createLead, planReminder, withWorld } from '#test/world.ts';
import { addCategory, addImport, addKey, addNotification, addProduct, anyLead } from '#test/rows/written.ts';

const { app, world } = await withWorld();
let principals: Principal[];
let products: Record<'alpha' | 'beta', string>;
let categories: Record<'beta', string>;
/** API keys of beta, one for each call that ends a key. */
const betaKeys: string[] = [];
let betaLeads: [string, string, string, string];
/** A lead of beta with a call and a reminder. */
let [calledLead, plannedLead] = ['', ''];
let [betaImport, betaNotification, betaReminder] = ['', '', ''];
before(async () => {
  principals = (await livingPrincipals(app, world)).filter(({ name }) => name !== 'manager without a client');
  await prepareTargets(app, world);
  const betaLead = async () => (await createLead(app, world.beta.manager)).id;
  betaLeads = [await betaLead(), await betaLead(), await betaLead(), await betaLead()];
  betaNotification = await addNotification({ app, world }, world.beta);
  calledLead = await anyLead({ app, world }, 'call_logs');
  plannedLead = await anyLead({ app, world }, 'reminders');
  betaReminder = await planReminder(app, world.beta.manager);
  products = {
    alpha: await addProduct({ app, world }, world.alpha),
    beta: await addProduct({ app, world }, world.beta),
  };
  await createLead(app, world.beta.manager, { product_id: products.beta });
  betaImport = await addImport({ app, world }, world.beta, betaLeads[0] ?? '');
  for (let made = 0; made < 20; made += 1) betaKeys.push(await addKey({ app }, world.beta));
  categories = { beta: await addCategory({ app, world }, world.beta, products.beta) };
});

/** A client to write in: the caller's own, or any client for callers with access to all. */
const place = (success: number, id = () => world.beta.id): Rule => ({
  id,
  other: (caller) => (seesAll(caller) ? success : 404),
  nonexistent: () => 404,
});
/** A lead named besides an existing one; if it does not exist, it is ignored. */
const beside = (id: () => string): Rule => ({ ...place(200, id), nonexistent: () => 200 });
const betaUser = () => world.beta.manager.id;
const betaProduct = () => products.beta;
/** Leads of an import; callers with access to all clients must choose one first. */
const ofImport = (found: Expected): Rule => {
  const answer: Rule['other'] = (caller) => (seesAll(caller) ? 422 : found);
  return { id: () => betaImport, other: answer, nonexistent: answer };
};

/** Lead filters in a call that does not return a plain list of leads. */
const narrowing = (call: string, ofImports = harmless(() => betaImport)): Record<string, Rule> => ({
  [`${call} query.client_id`]: harmless(() => world.beta.id),
  [`${call} query.import_id`]: ofImports,
  [`${call} query.assigned_to`]: harmless(betaUser),
  [`${call} query.product_id`]: harmless(betaProduct),
  [`${call} query.created_by`]: harmless(betaUser),
});

const onlySuperadmin =
  (status: number): Rule['other'] =>
  ({ person }) =>
    person?.role === 'superadmin' ? status : 403;
/** A role and a client that only superadmins can assign. */
// prettier-ignore
const ROLE_OF_ALL: Rule = { id: () => ROLE_IDS.superadmin, other: onlySuperadmin(201), nonexistent: () => 422 };
const OTHER_CLIENT: Rule = {
  id: () => world.beta.id,
  other: onlySuperadmin(201),
  nonexistent: ({ person }) => (person?.role === 'superadmin' ? 422 : 403),
};

/** A sales rep may name nobody else. */
const ofOthers: Rule['other'] = ({ person }) => (person?.role === 'salesrep' ? 403 : 422);

/** Rows of one client, named by users with access to all clients. */
const ofClient = (path: string): Record<string, Rule> => ({
  [`GET /${path} query.client_id`]: harmless(() => world.beta.id),
  [`POST /${path} query.clientId`]: place(201),
  [`PATCH /${path}/:id query.clientId`]: unseen(() => world.beta.id),
  [`DELETE /${path}/:id query.clientId`]: unseen(() => world.beta.id),
});

/** Product and user of a lead, or of a source's leads. */
const lead = (call: string, person: string): Record<string, Rule> => ({
  [`${call} body.product_id`]: reference(betaProduct),
  [`${call} body.${person}`]: reference(betaUser),
});

const RULES: Record<string, Rule> = {
  'GET /users query.client_id': filter(() => world.beta.id),
  'GET /users query.team_of': filter(betaUser),
  'POST /users body.managerId': reference(betaUser),
  'PATCH /users/:id body.managerId': reference(betaUser),
  'POST /users body.roleId': ROLE_OF_ALL,
  'POST /users body.clientId': OTHER_CLIENT,
  'POST /users/invitations body.roleId': ROLE_OF_ALL,
  'POST /users/invitations body.clientId': OTHER_CLIENT,
  'PATCH /users/:id body.roleId': { ...ROLE_OF_ALL, other: onlySuperadmin(200) },
  'PATCH /users/:id body.clientId': { ...OTHER_CLIENT, other: onlySuperadmin(200) },
  'PUT /clients/:id/provider body.keepers': reference(betaUser),
  'PATCH /users/:id/status body.reassignTo': reference(betaUser),
  'GET /leads query.client_id': filter(() => world.beta.id),
  'GET /leads query.assigned_to': filter(betaUser),
  'GET /leads query.created_by': filter(betaUser),
  'GET /leads query.product_id': filter(betaProduct),
  'GET /leads query.import_id': ofImport(NOTHING),
  // A file instead of rows: the export's own test covers another client's id.
  ...narrowing('GET /leads/export', ofImport(200)),
  ...narrowing('GET /leads/:id/neighbours', ofImport(200)),
  'POST /auth/push/seen body.reminder_id': harmless(() => betaReminder),
  'PATCH /phone-calls/:id body.lead_id': unseen(() => betaLeads[0]),
  'PATCH /phone-calls/:id body.completes_reminder_id': unseen(() => betaReminder),
  'POST /notifications/read body.ids': harmless(() => betaNotification),
  'GET /leads/:id/neighbours query.client_id': unseen(() => world.beta.id),
  // Columns instead of rows: the board's own test covers another client's id.
  ...narrowing('GET /leads/board'),
  ...narrowing('GET /leads/board/column'),
  ...narrowing('GET /leads/count', ofImport(200)),
  'GET /leads/board/column query.after': harmless(() => betaLeads[0]),
  'GET /leads/stats query.clientId': filter(() => world.beta.id),
  'GET /leads/values query.client_id': filter(() => world.beta.id),
  'POST /leads query.clientId': place(201),
  ...lead('POST /leads', 'assigned_to'),
  ...lead('PUT /leads/:id', 'assigned_to'),
  'PATCH /leads/:id/assign body.assigned_to': reference(betaUser),
  'POST /leads/bulk-update body.lead_ids': place(200, () => betaLeads[0]),
  'POST /leads/bulk-update body.leadIds': beside(() => betaLeads[0]),
  'POST /leads/bulk-assign body.lead_ids': unseen(() => betaLeads[0]),
  'POST /leads/bulk-assign body.assigned_to': unseen(betaUser),
  'POST /leads/bulk-assign/preview body.lead_ids': place(200, () => betaLeads[0]),
  'POST /leads/bulk-delete body.lead_ids': place(200, () => betaLeads[1]),
  'POST /leads/bulk-delete body.leadIds': beside(() => betaLeads[2]),
  'POST /leads/:id/merge body.lead_id': unseen(() => betaLeads[0]),
  'GET /leads/duplicates query.exclude': harmless(() => betaLeads[0]),
  'GET /leads/duplicates query.client_id': harmless(() => world.beta.id),
  'GET /call-logs query.lead_id': filter(() => calledLead),
  'GET /call-logs query.user_id': filter(betaUser),
  'GET /call-logs query.client_id': filter(() => world.beta.id),
  'POST /call-logs body.lead_id': place(201, () => betaLeads[3]),
  'POST /call-logs body.completes_reminder_id': unseen(() => betaReminder),
  // The signed-in user makes the call, whatever is sent.
  'POST /call-logs body.called_by': { id: betaUser, other: () => 201, nonexistent: () => 201 },
  'GET /reminders query.lead_id': filter(() => plannedLead),
  'GET /reminders query.user_id': filter(betaUser),
  'GET /reminders/day query.client_id': harmless(() => world.beta.id),
  // Days instead of rows: the calendar's own test covers another client's ids.
  'GET /reminders/calendar query.client_id': harmless(() => world.beta.id),
  'GET /reminders/calendar query.user_id': harmless(betaUser),
  'GET /reminders query.client_id': filter(() => world.beta.id),
  'POST /reminders body.lead_id': place(201, () => betaLeads[3]),
  'POST /reminders body.user_id': reference(betaUser),
  'PUT /reminders/:id body.user_id': reference(betaUser),
  'GET /leads/trash query.client_id': filter(() => world.beta.id),
  'GET /operations query.client_id': filter(() => world.beta.id),
  'PUT /lead-views/choices query.clientId': place(200),
  'PUT /lead-views/choices body.order': harmless(() => world.beta.id),
  'PUT /lead-views/choices body.default_id': unseen(() => world.beta.id),
  ...ofClient('lead-views'),
  ...ofClient('message-templates'),
  'PUT /message-templates/order query.clientId': place(200),
  'PUT /message-templates/order body.order': harmless(() => world.beta.id),
  'POST /leads/:id/messages body.template_id': reference(() => standingObject('other', 'template')),
  'GET /distribution query.client_id': harmless(() => world.beta.id),
  // The example's rules name users of alpha, who do not exist in other clients.
  'PUT /distribution query.clientId': place(422),
  'POST /distribution/preview query.clientId': place(422),
  'PUT /distribution/promise query.clientId': place(200),
  'PATCH /distribution/people/:id query.clientId': unseen(() => world.beta.id),
  'GET /absences query.client_id': harmless(() => world.beta.id),
  'POST /absences query.clientId': place(422),
  'POST /absences body.user_id': { id: betaUser, other: ofOthers, nonexistent: ofOthers },
  'POST /absences body.covered_by': reference(betaUser),
  'DELETE /absences/:id query.clientId': unseen(() => world.beta.id),
  'GET /targets query.client_id': harmless(() => world.beta.id),
  'PATCH /targets/:id query.clientId': unseen(() => world.beta.id),
  'PATCH /targets query.clientId': place(200),
  'POST /targets/copy query.clientId': place(200),
  'GET /products query.client_id': filter(() => world.beta.id),
  'GET /products query.category_id': filter(() => categories.beta),
  'POST /products query.clientId': place(201),
  'POST /products body.category_id': reference(() => categories.beta),
  'PUT /products/:id body.category_id': reference(() => categories.beta),
  'GET /product-categories query.client_id': filter(() => world.beta.id),
  'POST /product-categories query.clientId': place(201),
  'POST /auth/tokens body.clientId': place(201),
  'POST /api-keys/create body.client_id': place(201),
  'POST /api-keys/rotate body.api_key_id': place(200, () => betaKeys.pop() ?? ''),
  'POST /api-keys/revoke body.api_key_id': place(200, () => betaKeys.pop() ?? ''),
  'POST /api-keys/test body.api_key_id': place(201, () => betaKeys.pop() ?? ''),
  'GET /sources query.client_id': filter(() => world.beta.id),
  'POST /sources query.clientId': place(201),
  ...lead('POST /sources', 'owner_id'),
  ...lead('PATCH /sources/:id', 'owner_id'),
  'GET /sources/:id/received query.delivery_id': unseen(() => RECEIVED.other),
  'POST /sources/:id/try-again body.delivery_id': unseen(() => RECEIVED.other),
  'GET /webhooks query.client_id': filter(() => world.beta.id),
  'POST /service-tokens query.clientId': place(201),
  'POST /webhooks query.clientId': place(201),
  'POST /webhooks/:id/send-again body.delivery_id': unseen(() => DELIVERIES.other),
  'POST /leads/import query.clientId': place(200),
  'GET /reports/people query.client_id': harmless(() => world.beta.id),
  'GET /reports/sources query.client_id': harmless(() => world.beta.id),
  'GET /reports/funnel query.client_id': harmless(() => world.beta.id),
  'PUT /reports/source-costs query.clientId': place(200),
  'PATCH /reports/source-costs query.clientId': place(200),
  'GET /dashboard/stats query.clientId': filter(() => world.beta.id),
  'GET /dashboard/recent-leads query.clientId': filter(() => world.beta.id),
  'GET /dashboard/active-leads query.clientId': filter(() => world.beta.id),
  'GET /dashboard/pending-reminders query.clientId': filter(() => world.beta.id),
  // Six months, and rows without a client: the dashboard's own test covers another client's id.
  ...Object.fromEntries(
    '/monthly-trend /leads-by-source /leads-by-status /high-value-leads /leads-requiring-followup /converted-leads /'
      .split(' ')
      .map((figure) => [`GET /dashboard${figure} query.clientId`, harmless(() => world.beta.id)]),
  ),
  'POST /leads/import/preview query.clientId': place(200),
  // The plain file: the custom field test checks the titles for another client's id.
  'GET /leads/import/sample query.clientId': harmless(() => world.beta.id),
};

function ruleOf(slot: IdSlot): Rule {
  const rule = RULES[slot.name];
  assert.ok(rule, `${slot.name} takes an id: say in references.test.ts what another client's must do.`);
  return rule;
}

function expectationOf(slot: IdSlot, caller: Principal, kind: 'other' | 'nonexistent'): Expected {
  const { permission } = slot.endpoint;
  const role = caller.person?.role;
  if (permission !== 'public' && !can(role, permission)) return 403;
  if (slot.field === 'created_by' && !can(role, 'leads.filter_by_creator')) return 403;
  return ruleOf(slot)[kind](caller);
}

const statusOf = (expected: Expected) => (typeof expected === 'number' ? expected : expected.status);

async function send(slot: IdSlot, caller: Principal, id: string, isNew: boolean) {
  const call = { test: app, world, principal: caller, target: 'own' as const };
  const input = await inputOf(slot.endpoint, call, isNew);
  const { version: _, ...body } = (input.body ?? {}) as Record<string, unknown>;
  const changed =
    slot.place === 'query'
      ? { ...input, query: { ...input.query, [slot.field]: id } }
      : { ...input, body: { ...body, [slot.field]: slot.isList ? [id] : id } };
  return await app.call(slot.endpoint, changed, caller.token);
}

for (const slot of idSlots()) {
  test(`${slot.name} accepts no id of another client`, async () => {
    const rule = ruleOf(slot);
    const before = await digestOf(app);
    const cells = principals.flatMap((caller) =>
      (['other', 'nonexistent'] as const).map((kind) => ({
        caller,
        kind,
        expected: expectationOf(slot, caller, kind),
      })),
    );
    const refused = cells.filter(({ expected }) => statusOf(expected) >= 400);
    const allowed = cells.filter(({ expected }) => statusOf(expected) < 400);
    for (const [index, { caller, kind, expected }] of [...refused, ...allowed].entries()) {
      if (index === refused.length)
        assert.deepEqual(await digestOf(app), before, 'a refusal changed something');
      const id = kind === 'other' ? rule.id() : randomUUID();
      const reply = await send(slot, caller, id, index >= refused.length);
      const where = `${caller.name}, ${kind}: ${reply.text.slice(0, 300)}`;
      assert.equal(reply.status, statusOf(expected), where);
      if (typeof expected !== 'number') assertRows(reply.body.data, expected.rows, where, world.beta.id);
    }
    if (allowed.length === 0) assert.deepEqual(await digestOf(app), before, 'a refusal changed something');
  });
}

test('a reference to the caller’s own client is stored', async () => {
  const { manager, rep } = world.alpha;
  const stored = await createLead(app, manager, { product_id: products.alpha, assigned_to: rep.id });
  assert.deepEqual(
    [stored.product_id, stored.assigned_to, stored.assigned_user_name],
    [products.alpha, rep.id, 'salesrep No5'],
  );
});

test('every id slot has a rule, and every rule a slot', () => {
  const places = idSlots().map(({ name }) => name);
  assert.deepEqual(Object.keys(RULES).toSorted(), places.toSorted());
});
