import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leads } from '#shared/leads/leads.ts';
import { withWorld } from '#test/world.ts';

/** Together 24 MB: more than the buffers of a connection hold, so that whoever stops reading stops the export. */
const LEADS = 5000;
const NOTES = 'नोट '.repeat(480);

const { app, world } = await withWorld({ readers: { stalled: 1500, longest: 60_000 } });
let port: number;
before(async () => {
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO alpha.leads (id, name, notes, created_at)
      SELECT gen_random_uuid(), 'Lead ' || i, '${NOTES}', now() - i * interval '1 second' FROM generate_series(1, ${LEADS}) i;
      ANALYZE alpha.leads`);
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});

async function begin(
  token: string,
  query = '',
  path: string = leadExport.run.path,
): Promise<IncomingMessage> {
  const call = request({
    port,
    host: '127.0.0.1',
    path: `/api${path}${query}`,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

/** The server has cut the connection before the end, so that nobody takes a part for the whole. */
async function isCut(response: IncomingMessage): Promise<boolean> {
  const [error] = (await Promise.race([
    once(response, 'error'),
    once(response, 'end').then(() => [undefined]),
  ])) as [Error | undefined];
  return error !== undefined;
}

/** Connections in a transaction: every statement still being read is in one. */
async function snapshots(): Promise<number> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ open: number }>(
      `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database()
        AND backend_type = 'client backend' AND application_name NOT IN ('lms owner', 'lms mirror') AND xact_start IS NOT NULL`,
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
  test(`a slow reader of ${format} pauses the export, and one who leaves frees its connection`, async () => {
    const before = process.memoryUsage().rss;
    const response = await begin(world.alpha.rep.token, `?format=${format}`);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['x-total-count'], String(LEADS));
    await once(response, 'readable');
    assert.equal(await snapshots(), 1);
    assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
    response.destroy();
    assert.equal(await released(), true);
  });
}

test('an export is one snapshot, unaffected by concurrent changes', async () => {
  const response = await begin(world.alpha.rep.token);
  await once(response, 'readable');
  await app.database.asOwner(async (owner) => {
    await owner.query(`UPDATE alpha.leads SET name = 'Changed' WHERE name LIKE 'Lead 499%'`);
  });
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  assert.equal(text.split('\n').length, LEADS + 2);
  assert.equal(text.includes('Changed'), false);
  assert.equal(await released(), true);
});

for (const path of [leads.list.path, leadExport.run.path]) {
  test(`a stalled reader of ${path} is cut off and frees its connection`, async () => {
    const response = await begin(world.alpha.rep.token, '', path);
    await once(response, 'readable');
    assert.equal(await released(), true);
    response.resume();
    assert.equal(await isCut(response), true);
  });

  test(`a slow but steady reader of ${path} gets all of it`, async () => {
    const response = await begin(world.alpha.rep.token, '?status=new', path);
    let length = 0;
    for await (const chunk of response) {
      length += (chunk as Buffer).length;
      if (length % 64 === 0) await pause(5);
    }
    assert.ok(length > 1_500_000, String(length));
  });
}

test('stalled readers of one client do not block the others', async () => {
  const { alpha, beta } = world;
  const stopped: IncomingMessage[] = [];
  const stop = async (token: string) => {
    const response = await begin(token, '', leads.list.path);
    stopped.push(response);
    return response.statusCode;
  };
  const many = [alpha.rep, alpha.otherRep, alpha.manager, alpha.admin].flatMap((person) => [
    stop(person.token),
    stop(person.token),
  ]);
  // More than two at a time wait until stalled ones are cut off.
  await Promise.any(many.map(async (status) => assert.equal(await status, 200)));
  const page = await app.call(leads.list, { query: { page: 1, limit: 12 } }, beta.rep.token);
  assert.equal(page.status, 200);
  const other = await begin(beta.rep.token);
  assert.equal(other.statusCode, 200);
  other.resume();
  assert.ok((await snapshots()) <= 3);
  const statuses = await Promise.all(many);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  for (const response of stopped) response.destroy();
  assert.equal(await released(), true);
});
