import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { users } from '#shared/accounts/users.ts';
import { openCore } from '#server/db/system-scope.ts';
import { withApp } from '#test/app.ts';
import { addressOf } from '#test/database.ts';
import { newDataFolder, removeDataFolder, startServer } from '#test/servers/process.ts';
import { runProgram } from '#test/servers/program.ts';
import { createPerson, createTestClient, signIn } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const OWN_CLIENT =
  'The last active Super Admin belongs to this client. Add a Super Admin without a client first.';
const off = { isActive: false };

const app = await withApp();
let client: TestClient;
let free: Person;
let placed: Person;
before(async () => {
  client = await createTestClient(app, 'keeper');
  free = await createPerson(app, 'superadmin', null);
  placed = await createPerson(app, 'superadmin', client.id);
});

const deactivate = async (by: Person, { id }: Person) =>
  await app.call(users.setActive, { params: { id }, body: off }, by.token);
const endClient = async (by: Person) =>
  await Promise.all(
    [clients.setActive, clients.remove].map(
      async (endpoint) => await app.call(endpoint, { params: { id: client.id }, body: off }, by.token),
    ),
  );

/** Activates both and signs them in. */
async function revive(): Promise<void> {
  const core = openCore(app.database);
  await core.updateTable('core.users').set({ is_active: true }).execute();
  await core.updateTable('core.clients').set({ is_active: true }).execute();
  for (const person of [free, placed]) person.token = await signIn(app, person.email);
}

test('the last superadmin cannot be removed with their own client', async () => {
  assert.equal((await deactivate(placed, free)).status, 200);
  for (const { status, body } of await endClient(placed))
    assert.deepEqual([status, body.message], [409, OWN_CLIENT]);
  assert.equal((await app.call(auth.me, {}, placed.token)).status, 200);
  await revive();
});

test('two superadmins cannot deactivate each other at the same moment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all([
      deactivate(placed, free),
      round % 2 === 0
        ? deactivate(free, placed)
        : app.call(clients.setActive, { params: { id: client.id }, body: off }, free.token),
    ]);
    const statuses = answers.map(({ status }) => status);
    // The slower one is refused, or was signed out by the faster one.
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    await revive();
  }
});

test('a superadmin may be deactivated while another stays, with or without the client', async () => {
  assert.equal((await deactivate(free, placed)).status, 200);
  await revive();
  const gone = await app.call(clients.setActive, { params: { id: client.id }, body: off }, free.token);
  assert.equal(gone.status, 200, gone.text);
});

/**
 * Runs `npm run superadmin` on the installation in this data folder; returns its output, or rejects with its
 * error output.
 */
async function runSuperadmin(dataDir: string, ...args: string[]): Promise<string> {
  const { TEST_DATABASE_URL } = process.env;
  const { status, stdout, stderr } = await runProgram('superadmin', args, {
    ...(TEST_DATABASE_URL && dataDir === app.dataDir && { DATABASE_URL: addressOf(app.owner) }),
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://lms.example.com',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
const linkIn = (said: string) =>
  /\n {2}https:\/\/lms\.example\.com\/reset-password#(lpr_[\w-]{43})\n/.exec(said)?.[1] ?? assert.fail(said);
const choose = async (token: string, password: string) =>
  (await app.call(accessLinks.resetPassword, { body: { token, password } })).status;

test('an operator lets in a new or locked-out superadmin while the server runs', async () => {
  const email = 'operator@example.com';
  assert.equal(
    await choose(linkIn(await runSuperadmin(app.dataDir, '--email', email)), 'maroon-kettle-92'),
    200,
  );
  const token = await signIn(app, email, 'maroon-kettle-92');
  assert.equal((await app.call(auth.me, {}, token)).body.data.user.isSuperAdmin, true);

  const core = openCore(app.database);
  await core.updateTable('core.clients').set({ is_active: false }).execute();
  await core.updateTable('core.users').set({ is_active: false }).where('id', '=', placed.id).execute();
  assert.equal(
    await choose(linkIn(await runSuperadmin(app.dataDir, `--email=${placed.email}`)), 'maroon-kettle-93'),
    200,
  );
  await signIn(app, placed.email, 'maroon-kettle-93');
  const lines = await core
    .selectFrom('core.audit')
    .select('object_id')
    .where('action', '=', 'superadmin_restored')
    .execute();
  assert.equal(lines.length, 2);
});

test('on an empty installation a weak SUPERADMIN_PASSWORD stops the start with a message, and an operator needs no server', async () => {
  const dataDir = newDataFolder();
  try {
    await assert.rejects(
      startServer(dataDir, { SUPERADMIN_PASSWORD: '123456' }),
      /\n {2}SUPERADMIN_PASSWORD: This password is too easy to guess\. Please choose another\.\n/,
    );
    linkIn(await runSuperadmin(dataDir, '--email', 'operator@example.com'));
  } finally {
    removeDataFolder(dataDir);
  }
});

test('an existing user’s email cannot be used for a superadmin, and an email is required', async () => {
  for (const [args, sentence] of [
    [['--email', client.rep.email], /is the email of a Sales Rep\. Name one that has no account/],
    [[], /npm run superadmin -- --email you@company\.com/],
    [['--email', 'nobody'], /npm run superadmin -- --email you@company\.com/],
  ] as const)
    await assert.rejects(runSuperadmin(app.dataDir, ...args), sentence);
});
