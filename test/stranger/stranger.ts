import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../node_modules/.cache/lms-api/api.ts';

/**
 * An outsider's program that has only the address of the document and the types generated from it: signs in,
 * creates a lead, lists it, is refused, and sends a lead from a website. `test/calls/openapi.test.ts` makes the
 * types, compiles this file with them and runs it: `node stranger.ts <address of the API> <email> <password>
 * <API key> <origin>`.
 */
const [baseUrl = '', email = '', password = '', apiKey = '', origin = ''] = process.argv.slice(2);
const lms = createClient<paths>({ baseUrl });

const session = await lms.POST('/auth/login', { body: { email, password } });
assert.ok(session.data, session.error?.message);
lms.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${session.data.data.accessToken}`),
});

const created = await lms.POST('/leads', {
  body: { name: 'Meera Nair', email: 'meera@example.com', value: 5000 },
});
assert.ok(created.data, created.error?.message);
const lead: components['schemas']['Lead'] = created.data.data;

const listed = await lms.GET('/leads', {
  params: { query: { search: 'meera', is_archived: false, sort_order: 'asc', page: 1, limit: 5 } },
});
assert.deepEqual(listed.data?.data, [lead]);
assert.equal(listed.data.pagination?.total, 1);

const key = { 'Idempotency-Key': 'import-1' };
for (const isReplay of [false, true]) {
  const imported = await lms.POST('/leads/import', {
    params: { header: key },
    body: { leads: [{ name: 'Farah Khan', city: 'Kochi' }] },
  });
  assert.equal(imported.data?.data.inserted, 1, imported.error?.message);
  assert.equal(imported.response.headers.get('idempotent-replayed') === 'true', isReplay);
}

const stale = await lms.PUT('/leads/{id}', {
  params: { path: { id: lead.id } },
  body: { version: lead.version - 1, status: 'qualified' },
});
assert.equal(stale.response.status, 412);
assert.equal(stale.error?.code, 'stale');
assert.deepEqual(stale.error.data, lead);

const website = createClient<paths>({ baseUrl, headers: { 'x-api-key': apiKey, origin } });
const enquiry = await website.POST('/public/leads', { body: { name: 'Ravi', phone: '+91 98765 43210' } });
assert.equal(enquiry.response.status, 201, enquiry.error?.message);

const found = await lms.GET('/leads', { params: { query: { search: 'ravi' } } });
assert.deepEqual(
  found.data?.data.map(({ name }) => name),
  ['Ravi'],
);
