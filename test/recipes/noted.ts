import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { createLead, withWorld } from '#test/world.ts';

/** Runs in a copy of the project to which `NOTIFICATION` has been applied. */
const { app, world } = await withWorld();

test('the assignee is notified of a note that a colleague writes', async () => {
  const { rep, manager } = world.alpha;
  const { id } = await createLead(app, rep);
  for (const { token } of [manager, rep])
    await app.call(leadNotes.create, { params: { id }, body: { body: 'Called back.' } }, token);
  const { data } = (await app.call(notifications.list, {}, rep.token)).body;
  const noted = data.notifications.map(({ kind, lead, by_name }) =>
    [kind, lead?.id, typeof by_name].join(' '),
  );
  assert.deepEqual(noted, [`noted ${id} string`]);
});
