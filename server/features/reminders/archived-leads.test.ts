import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboard } from '#shared/activities/dashboard.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const HOUR = 3_600_000;

test('an archived lead has no due work until it is active again', async () => {
  const { rep, manager, id: client_id } = world.alpha;
  const { id: lead_id } = await createLead(app, rep, { name: 'Asha' });
  const plan = async (title: string, away: number) => {
    const reminder_date = new Date(Date.now() + away).toISOString();
    const body = { lead_id, title, reminder_date, user_id: rep.id };
    return (await app.call(reminders.create, { body }, rep.token)).body.data;
  };
  const done = await plan('Done', HOUR);
  await app.call(reminders.complete, { params: { id: done.id }, body: {} }, rep.token);
  await plan('Overdue', -HOUR);
  await plan('Today or tomorrow', HOUR);
  await plan('Later', 100 * HOUR);

  const seen = async (token: string, query = {}) => {
    const { data } = (await app.call(reminders.list, { query }, token)).body;
    return [data.reminders.length, data.pagination.total, data.counts.upcoming, data.counts.completed];
  };
  const day = async (token: string) => {
    const { overdue, today, tomorrow, later } = (
      await app.call(myDay.get, { query: { whose: 'team' } }, token)
    ).body.data;
    return [overdue, today, tomorrow, later].reduce((sum, { total }) => sum + total, 0);
  };
  const pending = async (token: string) =>
    (await app.call(dashboard.pendingReminders, { query: {} }, token)).body.data.length;
  const archive = async (is_archived: boolean) =>
    await app.call(leads.setArchived, { params: { id: lead_id }, body: { is_archived } }, rep.token);

  for (const { token } of [rep, manager, world.superadmin]) {
    const look = async () => ({
      all: await seen(token),
      ofClient: await seen(token, { client_id }),
      open: await seen(token, { is_completed: 'false' }),
      overdue: await seen(token, { due: 'overdue' }),
      ofLead: await seen(token, { lead_id }),
      day: await day(token),
      pending: await pending(token),
    });
    const active = {
      all: [4, 4, 3, 1],
      ofClient: [4, 4, 3, 1],
      open: [3, 3, 3, 1],
      overdue: [1, 1, 3, 1],
      ofLead: [4, 4, 3, 1],
      // My Day shows each lead once.
      day: 1,
      pending: 3,
    };
    assert.deepEqual(await look(), active);
    await archive(true);
    const archived = {
      all: [1, 1, 0, 1],
      ofClient: [1, 1, 0, 1],
      open: [0, 0, 0, 1],
      overdue: [0, 0, 0, 1],
      ofLead: [4, 4, 3, 1],
      day: 0,
      pending: 0,
    };
    assert.deepEqual(await look(), archived);
    // A read across all clients waits for changes on their way to the mirror.
    await app.call(reminders.list, { query: {} }, world.superadmin.token);
    assert.deepEqual(await mirrorErrors(app), []);
    await archive(false);
    assert.deepEqual(await look(), active);
  }
});

test("changes to an archived lead's follow-ups keep the totals across clients right", async () => {
  const { rep } = world.alpha;
  const { id: lead_id } = await createLead(app, rep, { name: 'Bina' });
  await app.call(leads.setArchived, { params: { id: lead_id }, body: { is_archived: true } }, rep.token);
  const reminder_date = new Date(Date.now() + HOUR).toISOString();
  const body = { lead_id, title: 'Call', reminder_date };
  const { id } = (await app.call(reminders.create, { body }, rep.token)).body.data;
  const complete = async (is_completed: boolean) =>
    await app.call(
      is_completed ? reminders.complete : reminders.reopen,
      { params: { id }, body: {} },
      rep.token,
    );
  const steps = [
    () => complete(true),
    () => app.call(leads.remove, { params: { id: lead_id } }, rep.token),
    () => app.call(leadTrash.restore, { params: { id: lead_id } }, rep.token),
    () => complete(false),
    () => app.call(leads.setArchived, { params: { id: lead_id }, body: { is_archived: false } }, rep.token),
    () => app.call(reminders.remove, { params: { id } }, rep.token),
  ];
  for (const step of steps) {
    await step();
    await app.call(reminders.list, { query: {} }, world.superadmin.token);
    assert.deepEqual(await mirrorErrors(app), []);
  }
});
