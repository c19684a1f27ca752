import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import { withApp } from '#test/app.ts';
import { createTestClient } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { RATES } from './rate-limits.ts';

const MOST = 5;
const ORIGIN = 'https://www.example.com';
const app = await withApp({
  rates: {
    ...RATES,
    sourceLeads: { ...RATES.sourceLeads, most: MOST },
    keyLeads: { ...RATES.keyLeads, most: MOST },
  },
});
let beta: TestClient;
before(async () => {
  beta = await createTestClient(app, 'beta');
});

const newSource = async () => {
  const body = { kind: 'other' as const, name: 'Shop' };
  return (await app.call(sources.create, { body }, beta.admin.token)).body.data;
};
const newKey = async () => {
  const body = { client_id: beta.id, allowed_origins: [ORIGIN] };
  return (await app.call(apiKeys.create, { body }, beta.admin.token)).body.data.api_key;
};
const until = (retryAfter: unknown) => {
  assert.ok(Number(retryAfter) > 60 && Number(retryAfter) <= 86_400, String(retryAfter));
};

test('a source has a daily limit of leads, counted lead by lead, and other sources are unaffected', async () => {
  const [one, other] = [await newSource(), await newSource()];
  const deliver = async (params: { id: string; secret: string }, leads: number) =>
    await app.call(sourcePosts.receiveAt, {
      params,
      body: Array.from({ length: leads }, (_, n) => ({ name: `Lead ${n}`, phone: `98450${n}${leads}111` })),
    });
  assert.deepEqual([(await deliver(one, 3)).status, (await deliver(one, 2)).status], [200, 200]);
  const refused = await deliver(one, 1);
  assert.deepEqual([refused.status, refused.body.message], [429, RATES.sourceLeads.words]);
  until(refused.headers['retry-after']);
  assert.equal((await deliver(other, 1)).status, 200);
});

test('an API key has a daily limit of leads', async () => {
  const key = await newKey();
  const send = async (n: number) =>
    await app.call(publicLeads.create, {
      body: { name: 'Asha', phone: `984501111${n}` },
      headers: { origin: ORIGIN, 'x-api-key': key },
    });
  for (let n = 0; n < MOST; n += 1) assert.equal((await send(n)).status, 201);
  const refused = await send(MOST);
  assert.deepEqual([refused.status, refused.body.message], [429, RATES.keyLeads.words]);
  const readable = 'retry-after, x-request-id';
  assert.equal(refused.headers['access-control-expose-headers'], readable, 'the website’s page can read it');
  until(refused.headers['retry-after']);
});
