import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { Permission } from '#shared/accounts/permissions.ts';
import { can, ROLES } from '#shared/accounts/permissions.ts';
import { Announcer } from '#server/db/announce/announcer.ts';
import type { Reply } from '#test/app.ts';
import { digestOf } from '#test/rows/digest.ts';
import { CALLS, exampleOf, expectedStatus, inputOf, rightsTo } from '#test/matrix/matrix.ts';
import { paramsOf, prepareTargets, TARGETS } from '#test/safety/targets.ts';
import type { Target } from '#test/safety/targets.ts';
import { cloneOf, deadPrincipals, livingPrincipals } from '#test/safety/principals.ts';
import type { Principal } from '#test/safety/principals.ts';
import { FURTHER_RIGHTS } from '#test/safety/rights.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
let principals: Principal[];
before(async () => {
  principals = [...(await livingPrincipals(app, world)), ...(await deadPrincipals(app, world))];
  await prepareTargets(app, world);
});
/** Records the kinds of rows that the server announces as written. */
const tell = mock.method(Announcer.prototype, 'tell');

type Cell = { principal: Principal; target: Target; status: number };

function cellsOf(endpoint: Endpoint): Cell[] {
  const { object } = exampleOf(endpoint);
  // The owner of an object makes no difference to a dead token: one caller without a token tries them all.
  const isTried = ({ person, token }: Principal) => object && (person !== undefined || token === undefined);
  return principals.flatMap((principal) =>
    (isTried(principal) ? TARGETS : (['own'] as const)).map((target) => ({
      principal,
      target,
      status: expectedStatus(endpoint, principal, target),
    })),
  );
}

async function call(
  endpoint: Endpoint,
  { principal, target }: Cell,
  isNew: boolean,
): Promise<Reply<Endpoint>> {
  const caller = isNew && exampleOf(endpoint).spends ? await cloneOf(app, principal) : principal;
  const input = await inputOf(endpoint, { test: app, world, principal: caller, target }, isNew);
  tell.mock.resetCalls();
  const reply = await app.call(endpoint, input, caller.token);
  const written = tell.mock.calls.flatMap(({ arguments: [, { kinds }] }) => [...kinds]);
  // Notifications go to others, or report the caller's own action, and arrive by live updates.
  const named = new Set([...(endpoint.changes ?? []), 'notifications', 'deliveries']);
  const forgotten = [...new Set(written)].filter((kind) => !named.has(kind));
  assert.deepEqual(
    forgotten,
    [],
    `${endpoint.method} ${endpoint.path} writes what its "changes" do not name`,
  );
  return reply;
}

/** The sentences for a caller who is nobody. */
const UNKNOWN = [
  'Please sign in again.',
  'This passkey belongs to no account here. It may have been removed.',
];

function assertRefusal(
  endpoint: Endpoint,
  { principal }: Cell,
  { body, headers, status }: Reply<Endpoint>,
): void {
  const { roles, refusal } = rightsTo(endpoint);
  assert.equal(body.success, false);
  assert.equal(body.request_id, headers['x-request-id']);
  assert.ok(body.message && body.code);
  if (status === 401) assert.ok(UNKNOWN.includes(body.message), body.message);
  if (status !== 403 || roles === 'public') return;
  const isAllowed = principal.person && roles.includes(principal.person.role);
  const sentences = isAllowed
    ? [
        'You can delete only leads that you created.',
        'You can change only calls that you made.',
        'You can change only your own absences.',
        'Only Managers, Admins and Super Admins can share views.',
        'Only Managers, Admins and Super Admins can share message templates.',
        'You can change only notes that you wrote.',
        'You can delete only notes that you wrote.',
        'Your account isn’t assigned to a client yet. Ask an administrator to assign you.',
      ]
    : [refusal];
  assert.ok(sentences.includes(body.message), body.message);
}

for (const endpoint of ENDPOINTS) {
  const { method, path } = endpoint;
  test(`${method} ${path} treats every principal as specified, a refusal changes nothing, and writes are as declared`, async () => {
    const cells = cellsOf(endpoint);
    const before = await digestOf(app);
    for (const cell of cells.filter(({ status }) => status >= 400)) {
      const reply = await call(endpoint, cell, false);
      const where = `${cell.principal.name}, ${cell.target}: ${reply.text.slice(0, 200)}`;
      assert.equal(reply.status, cell.status, where);
      assertRefusal(endpoint, cell, reply);
    }
    assert.deepEqual(await digestOf(app), before, `a refused ${method} ${path} changed something`);
    for (const cell of cells.filter(({ status }) => status < 400)) {
      const reply = await call(endpoint, cell, true);
      const where = `${cell.principal.name}, ${cell.target}: ${reply.text.slice(0, 200)}`;
      assert.equal(reply.status, cell.status, where);
    }
  });
}

test('the matrix has every endpoint and nothing else, and a missing one is reported with a sentence', () => {
  assert.deepEqual(new Set(CALLS), new Set(ENDPOINTS));
  const unknown: Endpoint = { ...(ENDPOINTS[0] as Endpoint), path: '/leads/secret' };
  assert.throws(() => exampleOf(unknown), {
    message: `${unknown.method} /leads/secret is not in test/matrix/: write into the file of its feature in test/matrix/, by hand, who may call it, and an example of its input.`,
  });
});

test('rights that decide within a call match the list, and so do all the page relies on', () => {
  for (const [permission, roles] of Object.entries(FURTHER_RIGHTS))
    for (const role of ROLES)
      assert.equal(can(role, permission as Permission), roles.includes(role), `${permission}, ${role}`);
  // The page checks permissions by name, so each must be as wide as the endpoints that need it.
  for (const endpoint of ENDPOINTS) {
    const { roles } = rightsTo(endpoint);
    const { permission, path } = endpoint;
    if (permission === 'public') assert.equal(roles, 'public', path);
    else for (const role of ROLES) assert.equal(can(role, permission), roles.includes(role), path);
  }
});

test('a malformed id is treated as an object that does not exist', async () => {
  for (const endpoint of ENDPOINTS.filter(({ params }) => params)) {
    for (const id of ['1', 'not-an-id', '../core', "' OR 1=1 --", '00000000-0000-0000-0000-00000000000g']) {
      const input = await inputOf(
        endpoint,
        { test: app, world, principal: principals[0] as Principal, target: 'own' },
        false,
      );
      const reply = await app.call(
        endpoint,
        { ...input, params: paramsOf(endpoint, id) },
        world.superadmin.token,
      );
      assert.equal(reply.status, 404, `${endpoint.method} ${endpoint.path} ${id}: ${reply.text}`);
    }
  }
});
