import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { leadExport } from '#shared/lead-export.ts';
import { openTestApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { createLead, createWorld } from '#test/world.ts';
import type { World } from '#test/world.ts';

const LEADS = 40_000;
let app: TestApp;
let world: World;
let port: number;
before(async () => {
  app = await openTestApp({ rateLimits: true });
  world = await createWorld(app);
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO alpha.leads (id, name, notes, created_at)
      SELECT gen_random_uuid(), 'Lead ' || i, repeat('नोट ', 20), now() - i * interval '1 second' FROM generate_series(1, ${LEADS}) i`);
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});
after(async () => await app.close());

async function begin(token: string, query = ''): Promise<IncomingMessage> {
  const call = request({
    port,
    host: '127.0.0.1',
    path: `/api${leadExport.run.path}${query}`,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

/** Connections that hold a snapshot open. */
async function snapshots(): Promise<number> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ open: number }>(
      `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'lms owner'
        AND (state LIKE 'idle in transaction%' OR (state = 'active' AND query LIKE 'COPY%'))`,
    );
    return rows[0]?.open ?? 0;
  });
}

async function released(): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await snapshots()) === 0) return true;
    await pause(100);
  }
  return false;
}

for (const format of ['csv', 'xlsx']) {
  test(`a reader of ${format} who stops holds the export back, and one who leaves gives its connection back`, async () => {
    const before = process.memoryUsage().rss;
    const response = await begin(world.alpha.rep.token, `?format=${format}`);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['x-total-count'], String(LEADS));
    await once(response, 'readable');
    await pause(500);
    assert.equal(await snapshots(), 1);
    assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
    response.destroy();
    assert.equal(await released(), true);
  });
}

test('rows that change meanwhile do not show: one snapshot', async () => {
  const response = await begin(world.alpha.rep.token);
  await once(response, 'readable');
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE alpha.leads SET name = 'Changed' WHERE name LIKE 'Lead 3999%'`);
  });
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  assert.equal(text.split('\n').length, LEADS + 2);
  assert.equal(text.includes('Changed'), false);
  assert.equal(await released(), true);
});

test('a seventh export within a minute waits, in words', async () => {
  await createLead(app, world.beta.rep);
  const statuses: (number | undefined)[] = [];
  for (let count = 0; count < 7; count++) {
    const response = await begin(world.beta.rep.token);
    statuses.push(response.statusCode);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
    if (count < 6) continue;
    assert.match(text, /You can export 6 times a minute/);
    assert.ok(Number(response.headers['retry-after']) > 0);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429]);
});
