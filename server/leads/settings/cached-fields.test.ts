import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { userActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { fieldOptions, forgetFields } from '#server/leads/settings/field-options.queries.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld({}, { connections: 1 });

test('a transaction reads the fields even while another caller waits for a connection to load them', async () => {
  const account = await findAccount(app.database, world.alpha.manager.id);
  assert.ok(account);
  const scope = await new Scope(app.database, userActor(account, 'client')).writingIn();
  forgetFields(world.alpha.id);
  const { outside, inside } = await scope.transaction(async (place) => ({
    outside: fieldOptions(scope),
    inside: await fieldOptions(place),
  }));
  assert.deepEqual(inside.statuses, (await outside).statuses);
});
