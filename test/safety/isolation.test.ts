import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { absences } from '#shared/company/absences.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { clients } from '#shared/installation/clients.ts';
import { dashboard } from '#shared/activities/dashboard.ts';
import { distribution } from '#shared/company/distribution.ts';
import { targets } from '#shared/activities/targets.ts';
import { leadBoard } from '#shared/leads/lead-board.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { messageTemplates } from '#shared/leads/message-templates.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { operations } from '#shared/activities/operations.ts';
import { leadViews } from '#shared/leads/lead-views.ts';
import { productCategories, products } from '#shared/leads/products.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { roles } from '#shared/accounts/roles.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { sources } from '#shared/company/sources.ts';
import { users } from '#shared/accounts/users.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { leadQueries } from '#test/leads/lead-queries.ts';
import { addMarked, emptyLeads } from '#test/rows/marked-rows.ts';
import { exampleOf, inputOf } from '#test/matrix/matrix.ts';
import {
  createService,
  createSource,
  invite,
  prepareTargets,
  refusedDelivery,
} from '#test/safety/targets.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

/** The mark in every text of alpha; no response to beta may contain it. */
const MARK = 'CNRY7alpha';
const ALPHA_LEADS = 7;
const BETA_LEADS = 11;

const { app, world } = await withWorld();
let strangers: Person[];
let alphaLead: string;
const [alphaCategory, alphaView, alphaPhoneCall] = [randomUUID(), randomUUID(), randomUUID()];
const [alphaProduct, alphaTemplate] = [randomUUID(), randomUUID()];
/** A trashed lead of alpha, and the operation that trashed it. */
let alphaTrash: { id: string; operation_id: string };
let [alphaCall, alphaReminder, alphaNote] = ['', '', ''];
let [alphaWebhook, alphaSource, alphaService, alphaInvitation, alphaAbsence] = ['', '', '', '', ''];
before(async () => {
  const { beta } = world;
  await prepareTargets(app, world);
  const service = await createService(app, beta.admin);
  strangers = [
    beta.admin,
    beta.manager,
    beta.rep,
    await createPerson(app, 'manager', null),
    { ...service, email: '', role: 'manager', clientId: beta.id },
  ];
  await emptyLeads(app, [world.alpha, world.beta]);
  await markAlpha();
  for (let index = 0; index < ALPHA_LEADS; index += 1) alphaLead = await markedLead(index);
  const { token } = world.alpha.rep;
  const call = { lead_id: alphaLead, duration: 5, notes: MARK };
  const plan = { lead_id: alphaLead, title: MARK, description: MARK, reminder_date: '2026-12-01T04:30:00Z' };
  alphaCall = (await app.call(callLogs.create, { body: call }, token)).body.data.id;
  alphaReminder = (await app.call(reminders.create, { body: plan }, token)).body.data.id;
  const note = { params: { id: alphaLead }, body: { body: `${MARK} note` } };
  const webhook = { url: `https://hooks.example.com/${MARK}`, events: ['call.logged' as const] };
  alphaWebhook = (await app.call(webhooks.create, { body: webhook }, world.alpha.admin.token)).body.data.id;
  alphaSource = await createSource(app, world.alpha.admin, MARK);
  await refusedDelivery(app, world.alpha.admin, alphaSource, MARK);
  alphaInvitation = await invite(app, world.alpha.admin, `${MARK}@example.com`);
  alphaService = (await createService(app, world.alpha.admin, { name: `${MARK} service` })).id;
  const away = { body: { first_day: '2039-01-01', last_day: null } };
  alphaAbsence = (await app.call(absences.create, away, token)).body.data.id;
  alphaNote = (await app.call(leadNotes.create, note, token)).body.data.id;
  const params = { id: await markedLead(ALPHA_LEADS) };
  alphaTrash = (await app.call(leads.remove, { params }, world.alpha.rep.token)).body.data;
  for (let index = 0; index < BETA_LEADS; index += 1)
    await createLead(app, beta.rep, { name: `Beta ${index}`, value: 1000 });
});

/** The names of alpha and its users contain the mark too. */
async function markAlpha(): Promise<void> {
  const { id, schema, admin } = world.alpha;
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE core.clients SET client_name = $2 WHERE id = $1`, [id, `${MARK} client`]);
    await owner.query(
      `UPDATE core.users SET first_name = $2 || first_name, last_name = $2, email = $2 || email, phone = $2 WHERE client_id = $1`,
      [id, MARK],
    );
    await owner.query(`UPDATE ${schema}.members SET name = $1 || name, email = $1 || email`, [MARK]);
    await addMarked(owner, schema, MARK, {
      product: alphaProduct,
      category: alphaCategory,
      view: alphaView,
      template: alphaTemplate,
      phoneCall: alphaPhoneCall,
    });
  });
  assert.equal(
    (await app.call(users.get, { params: { id: admin.id } }, world.superadmin.token)).text.includes(MARK),
    true,
  );
}

async function markedLead(index: number): Promise<string> {
  const text = `${MARK} ${index}`;
  const texts = ['name', 'phone', 'company_name', 'designation', 'status', 'source', 'location', 'address', 'preferred_contact_time',
    'communication_channel', 'description', 'notes', 'campaign_id', 'form_id', 'utm_source', 'utm_medium', 'utm_campaign']; // prettier-ignore
  const fields = Object.fromEntries(texts.map((key) => [key, text]));
  const lead = {
    ...fields,
    interest_level: MARK,
    email: `${index}@${MARK}.example.com`,
    tags: [text],
    value: 1_000_003,
  };
  return (await createLead(app, world.alpha.rep, lead)).id;
}

function assertUnmarked(text: string, where: string): void {
  assert.ok(!text.includes(MARK) && !text.includes(MARK.toLowerCase()), `${where}: ${text.slice(0, 500)}`);
}

test('no response to beta carries a byte of alpha, whatever the filters', async () => {
  for (const stranger of strangers) {
    for (const query of leadQueries(world.alpha, MARK)) {
      const reply = await app.call(leads.list, { query }, stranger.token);
      assert.ok(reply.status < 500, reply.text);
      assertUnmarked(reply.text, `GET /leads ${JSON.stringify(query)}`);
      assertUnmarked(JSON.stringify(reply.headers), 'headers');
      if (reply.status === 200)
        for (const lead of reply.body.data) assert.equal(lead.clientId, world.beta.id);
    }
    for (const [endpoint, query] of [
      [users.list, { search: MARK }],
      [users.list, { client_id: world.alpha.id }],
      [users.list, {}],
      [roles.list, { search: MARK }],
      [roles.list, {}],
      [clients.list, { search: MARK }],
      [clients.list, {}],
      [leads.stats, {}],
      [leads.stats, { clientId: world.alpha.id }],
      [leadBoard.column, { client_id: world.alpha.id, column: 'new' }],
      [leadBoard.column, { after: alphaLead, column: 'new' }],
      [leadImport.sample, {}],
      [products.list, { search: MARK }],
      [productCategories.list, { client_id: world.alpha.id }],
      [productCategories.list, {}],
      [leadTrash.list, { search: MARK }],
      [leadTrash.list, { client_id: world.alpha.id }],
      [leadDuplicates.find, { email: `1@${MARK}.example.com` }],
      [leadDuplicates.find, { email: `1@${MARK}.example.com`, client_id: world.alpha.id }],
      [operations.list, {}],
      [apiKeys.list, {}],
      [serviceTokens.list, {}],
      [sources.list, {}],
      [webhooks.list, {}],
      [webhooks.list, { client_id: world.alpha.id }],
      [auditLog.list, {}],
      [auditLog.list, { search: MARK }],
      [callLogs.list, {}],
      [callLogs.list, { lead_id: alphaLead }],
      [callLogs.list, { client_id: world.alpha.id, user_id: world.alpha.rep.id }],
      [reminders.list, {}],
      [myDay.get, { whose: 'team' }],
      [myDay.get, { client_id: world.alpha.id, whose: 'team' }],
      [reminders.list, { lead_id: alphaLead }],
      [reminders.list, { client_id: world.alpha.id, user_id: world.alpha.rep.id, due: 'later' }],
      [operations.list, { client_id: world.alpha.id }],
      ...[
        leadBoard.get,
        absences.list,
        distribution.get,
        leads.values,
        products.list,
        leadViews.list,
        messageTemplates.list,
      ].flatMap((one) => [[one, {}] as const, [one, { client_id: world.alpha.id }] as const]),
      [targets.list, { month: '2040-01' }],
      [targets.list, { month: '2040-01', client_id: world.alpha.id }],
      [notifications.list, {}],
      [notifications.unread, {}],
      ...Object.values(dashboard).flatMap((one) => [
        [one, {}] as const,
        [one, { clientId: world.alpha.id }] as const,
      ]),
    ] as const) {
      // prettier-ignore
      const reply = await app.call(endpoint, { query }, stranger.token);
      assertUnmarked(reply.text, `GET ${endpoint.path} ${JSON.stringify(query)}`);
    }
  }
});

test('no call that names an object of alpha returns a byte of it, errors included', async () => {
  const { alpha } = world;
  const ids = {
    lead: alphaLead,
    'trashed lead': alphaTrash.id,
    operation: alphaTrash.operation_id,
    product: alphaProduct,
    'deleted product': alphaProduct,
    category: alphaCategory,
    view: alphaView,
    template: alphaTemplate,
    user: alpha.rep.id,
    client: alpha.id,
    call: alphaCall,
    'phone call': alphaPhoneCall,
    reminder: alphaReminder,
    note: alphaNote,
    webhook: alphaWebhook,
    source: alphaSource,
    'service token': alphaService,
    invitation: alphaInvitation,
    absence: alphaAbsence,
  };
  const objects = ENDPOINTS.filter((endpoint) => exampleOf(endpoint).object);
  assert.ok(objects.length >= 14);
  for (const stranger of strangers) {
    for (const endpoint of objects) {
      const principal = { name: stranger.role, person: stranger, token: stranger.token };
      const input = await inputOf(endpoint, { test: app, world, principal, target: 'other' }, false);
      const id = ids[exampleOf(endpoint).object ?? 'lead'];
      const reply = await app.call(endpoint, { ...input, params: { id } }, stranger.token);
      const isRefused = [403, 404].includes(reply.status) || endpoint === companySignIn.callback;
      assert.ok(isRefused, `${endpoint.path}: ${reply.text}`);
      assertUnmarked(reply.text, endpoint.path);
    }
  }
});

test('a preview and an import by beta know nothing of the leads and people of alpha', async () => {
  const rows = [
    {
      name: 'Same email',
      email: `1@${MARK}.example.com`.replace(MARK, MARK.toLowerCase()),
      owner: `${MARK}salesrep`,
    },
    { name: 'Same phone', phone: 'CNRY7' },
  ];
  const preview = await app.call(leadImport.preview, { body: { leads: rows } }, world.beta.rep.token);
  assert.equal(preview.status, 200, preview.text);
  assert.deepEqual([preview.body.data.inserted, preview.body.data.skipped], [2, 0]);
  assert.deepEqual(preview.body.data.errors, []);
});

test('totals, statistics and values count only the caller’s client', async () => {
  const { alpha, beta, superadmin, admin } = world;
  for (const person of [beta.admin, beta.manager, beta.rep]) {
    const list = await app.call(leads.list, { query: { page: '1', limit: '12' } }, person.token);
    assert.equal(list.body.pagination.total, BETA_LEADS);
    const every = await app.call(leads.list, {}, person.token);
    assert.equal(every.body.pagination.total, BETA_LEADS);
    const stats = await app.call(leads.stats, {}, person.token);
    assert.equal(stats.body.data.total_leads, BETA_LEADS);
    assert.equal(stats.body.data.new_this_month, BETA_LEADS);
    assert.deepEqual((await app.call(leads.values, {}, person.token)).body.data, {
      status: ['new'],
      source: ['website'],
    });
  }
  for (const person of [superadmin, admin]) {
    const all = await app.call(leads.list, { query: { page: '1', limit: '100' } }, person.token);
    assert.equal(all.body.pagination.total, ALPHA_LEADS + BETA_LEADS);
    for (const [client, count] of [
      [alpha, ALPHA_LEADS],
      [beta, BETA_LEADS],
    ] as const) {
      // prettier-ignore
      const one = await app.call(leads.list, { query: { page: '1', limit: '100', client_id: client.id } }, person.token);
      assert.equal(one.body.pagination.total, count);
      assert.deepEqual(new Set(one.body.data.map(({ clientId }) => clientId)), new Set([client.id]));
      const counted = await app.call(leads.count, { query: { client_id: client.id } }, person.token);
      assert.equal(counted.body.data.total, count);
      const stats = await app.call(leads.stats, { query: { clientId: client.id } }, person.token);
      assert.equal(stats.body.data.total_leads, count);
    }
  }
  const people = await app.call(roles.list, {}, beta.admin.token);
  assert.deepEqual(people.body.data.roles.map(({ name, userCount }) => [name, userCount]), [
    ['superadmin', 0], ['admin', 1], ['manager', 1], ['salesrep', 2],
  ]); // prettier-ignore
  const listed = await app.call(users.list, {}, beta.rep.token);
  assert.equal(listed.body.pagination.total, 4);
});
