import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { leads } from '#shared/leads/leads.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { nodeOf, openClusterApp } from '#test/citus/cluster.ts';
import { addressOf } from '#test/database.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { importFile } from '#test/input/upload.ts';
import { createLead, createPerson, createTestClient } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const app = await openClusterApp(1);
after(app.close);
const superadmin = await createPerson(app, 'superadmin', null);

/** The lines that the command prints. */
async function rebalance(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: addressOf(app.owner), DATA_DIR: app.dataDir };
  const child = spawn(process.execPath, ['server/commands/rebalance.ts', ...args], { env });
  const ended = once(child, 'exit');
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.deepEqual(await ended, [0, null], said + errors);
  return said;
}

async function placesOf(clients: readonly TestClient[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { schema } of clients) {
    const node = await nodeOf(app, schema);
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
}

/** Whether the nodes compile the plans of a client's statements, which may take longer than running them. */
const compilesPlans = async ({ id }: TestClient) =>
  await app.database.onOwner(async (owner) => {
    await owner.query(`SET ROLE ${clientRole(id)}`);
    const { rows } = await owner.query<{ jit: string }>(
      "SELECT DISTINCT result AS jit FROM pg_catalog.run_command_on_workers('SHOW jit')",
    );
    return rows.some(({ jit }) => jit !== 'off');
  });

const listLeads = async (token: string) =>
  (await app.call(leads.list, { query: { limit: 100 } }, token)).body.pagination.total;

test('clients move to a new node with all their data, and work continues there', async () => {
  const clients: TestClient[] = [];
  for (const name of ['one', 'two', 'three', 'four']) clients.push(await createTestClient(app, name));
  for (const client of clients) await createLead(app, client.manager, { name: 'Before the move' });
  const [first] = await placesOf(clients);
  assert.deepEqual(first?.[1], clients.length);
  assert.match(await rebalance('--show'), /: 4 clients, [\d.]+ MB\n +four [\d.]+ MB\n/);

  await app.addNodes();
  assert.deepEqual([...(await placesOf(clients))], [first], 'a node that is added is empty');
  const said = await rebalance();
  assert.equal(said.match(/ moved to 127\.0\.0\.1:\d+ \(writes paused for [\d.]+ s\)\./g)?.length, 2);
  assert.deepEqual([...(await placesOf(clients)).values()], [2, 2]);
  assert.match(await rebalance(), /The nodes are already balanced\./);

  for (const client of clients) {
    const { manager, admin, rep } = client;
    assert(!(await compilesPlans(client)));
    assert.equal(await listLeads(manager.token), 1);
    await createLead(app, manager, { name: 'Behind the move', assigned_to: rep.id });
    const file = { content: 'Name,Phone\r\nAsha,9811100001\r\nMeera,9811100002\r\n' };
    assert.equal((await importFile(app, admin, file)).body.data.inserted, 2);
    assert.equal(await listLeads(manager.token), 4);
  }
  assert.equal(await listLeads(superadmin.token), 16);
  await app.database.follower?.settle();
  assert.deepEqual(await mirrorErrors(app), []);
});

test('new clients go to all nodes in turn', async () => {
  const clients: TestClient[] = [];
  for (const name of ['five', 'six', 'seven', 'eight']) clients.push(await createTestClient(app, name));
  assert.deepEqual([...(await placesOf(clients)).values()], [2, 2]);
});
