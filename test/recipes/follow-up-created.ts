import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reminders } from '#shared/activities/reminders.ts';
import type { WebhookEvent } from '#shared/company/webhooks.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { withHooks } from '#test/outside/hooks.ts';
import { createLead, withWorld } from '#test/world.ts';

/** Runs in a copy of the project to which `WEBHOOK_EVENT` has been applied. */
const { app } = await withWorld();
const hooks = await withHooks(app);

test('a webhook receives a new follow-up with its title', async () => {
  const { id } = await hooks.hook([unchecked<WebhookEvent>('follow_up.created')]);
  const { rep } = hooks.client();
  const lead = await createLead(app, rep);
  const body = { lead_id: lead.id, title: 'Send the quote', reminder_date: '2030-01-31T10:00:00Z' };
  assert.equal((await app.call(reminders.create, { body }, rep.token)).status, 201);
  hooks.start();
  await hooks.untilDeliveries(id, (list) => list.every(({ state }) => state !== 'waiting'));
  assert.deepEqual(
    hooks.told().map(({ event, data }) => [event, unchecked<{ title?: string }>(data[0]).title]),
    [['follow_up.created', 'Send the quote']],
  );
});
