import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { digestOf } from '#test/rows/digest.ts';
import { exampleOf, expectedStatus, inputOf } from '#test/matrix/matrix.ts';
import { livingPrincipals } from '#test/safety/principals.ts';
import type { Principal } from '#test/safety/principals.ts';
import { prepareTargets } from '#test/safety/targets.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
let principals: Principal[];
before(async () => {
  principals = await livingPrincipals(app, world);
  await prepareTargets(app, world);
});

/** The schema of the version in a call's body; undefined for a call without one. */
const versionIn = ({ body }: Endpoint) =>
  (
    body?._zod.def as
      | { shape?: Record<string, { safeParse: (value: unknown) => { success: boolean } }> }
      | undefined
  )?.shape?.['version'];

/** The calls that edit something and receive the version that the caller has seen. */
const EDITS = ENDPOINTS.filter(
  (endpoint) =>
    ['PATCH', 'PUT'].includes(endpoint.method) && exampleOf(endpoint).object && versionIn(endpoint),
);

test('rows that have an edit form are edited by version', () => {
  const paths = new Set(EDITS.map(({ path }) => path));
  for (const path of [
    '/leads/:id',
    '/notes/:id',
    '/reminders/:id',
    '/products/:id',
    '/clients/:id',
    '/clients/:id/lead-visibility',
    '/clients/:id/second-factor',
    '/clients/:id/provider',
    '/clients/:id/working-hours',
    '/lead-views/:id',
    '/message-templates/:id',
    '/webhooks/:id',
    '/sources/:id',
  ])
    assert.ok(paths.has(path), path);
});

for (const endpoint of EDITS)
  test(`${endpoint.method} ${endpoint.path} with a stale version changes nothing`, async () => {
    const principal = principals.find(
      (one) => expectedStatus(endpoint, one, 'own') === (endpoint.status ?? 200),
    );
    assert.ok(principal);
    const input = await inputOf(endpoint, { test: app, world, principal, target: 'own' }, true);
    const stale = versionIn(endpoint)?.safeParse(99).success ? 99 : 'of somebody else';
    const edit = async (version: unknown) =>
      await app.call(endpoint, { ...input, body: { ...input.body, version } }, principal.token);
    const before = await digestOf(app);
    const refused = await edit(stale);
    assert.equal(refused.status, 412, refused.text);
    assert.deepEqual(await digestOf(app), before);
    const { id, version } = refused.body.data as { id?: string; version: unknown };
    assert.ok(version !== undefined && version !== stale);
    // Settings of a client, below its address, have no id of their own.
    if (endpoint.path.endsWith('/:id')) assert.equal(id, input.params?.['id'], 'the row has its id');
    assert.equal((await edit(version)).status, endpoint.status ?? 200);
  });
