import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callLogs } from '#shared/activities/call-logs.ts';
import { dashboard } from '#shared/activities/dashboard.ts';
import { dayOf, startOfDay } from '#shared/values/dates.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

/** At any time of day, in one of these zones the date differs from Kolkata's. */
const ZONES = ['Pacific/Pago_Pago', 'America/New_York', 'Europe/London', 'Pacific/Kiritimati'];
const { app, world } = await withWorld();
const clients = new Map<string, TestClient>();
before(async () => {
  for (const zone of ZONES) {
    const client = await createTestClient(app, zone.toLowerCase().replace('/', '_'));
    await app.database.asOwner(
      async (owner) =>
        await owner.query('UPDATE core.clients SET time_zone = $2 WHERE id = $1', [client.id, zone]),
    );
    clients.set(zone, client);
  }
});

const minutes = (count: number) => count * 60_000;

for (const zone of ZONES) {
  test(`today, its lists and its figures follow ${zone}`, async () => {
    const { manager, id: client_id } = clients.get(zone) as TestClient;
    const today = dayOf(new Date(), zone);
    const [begins, ends] = [startOfDay(today, zone) as Date, startOfDay(today, zone, 1) as Date];
    const moments = {
      'the end of yesterday': new Date(begins.getTime() - minutes(1)),
      'the beginning of today': begins,
      'the end of today': new Date(ends.getTime() - minutes(1)),
      'the beginning of tomorrow': ends,
    };
    const { id: lead_id } = await createLead(app, manager);
    for (const [title, at] of Object.entries(moments)) {
      const reminder = { lead_id, title, reminder_date: at.toISOString() };
      await app.call(reminders.create, { body: reminder }, manager.token);
      const call = { lead_id, notes: title, duration: 1, call_date: at.toISOString() };
      assert.equal((await app.call(callLogs.create, { body: call }, manager.token)).status, 201);
    }
    const day = { from_date: today, to_date: today, client_id, limit: '50' };
    for (const person of [manager, world.superadmin]) {
      const found = await app.call(callLogs.list, { query: day }, person.token);
      assert.deepEqual(
        found.body.data.map(({ notes }) => notes).toSorted((a, b) => String(a).localeCompare(String(b))),
        ['the beginning of today', 'the end of today'],
        person.role,
      );
    }
    const all = { ...day, client_id: '' };
    delete (all as { client_id?: string }).client_id;
    const everywhere = await app.call(callLogs.list, { query: all }, world.superadmin.token);
    const here = everywhere.body.data.filter((call) => call.clientId === client_id);
    assert.deepEqual(
      here.map(({ notes }) => notes).toSorted((a, b) => String(a).localeCompare(String(b))),
      ['the beginning of today', 'the end of today'],
    );
    const { counts } = (await app.call(reminders.list, { query: { is_completed: 'false' } }, manager.token))
      .body.data;
    const now = Date.now();
    const open = Object.values(moments).map((at) => at.getTime());
    assert.deepEqual(
      [counts.overdue, counts.today, counts.later],
      [
        open.filter((at) => at < now).length,
        open.filter((at) => at >= now && at < ends.getTime()).length,
        open.filter((at) => at >= now && at >= ends.getTime()).length,
      ],
    );
    await app.call(leads.remove, { params: { id: lead_id } }, manager.token);
  });

  test(`tomorrow’s follow-up in ${zone} is not due today`, async () => {
    const { manager } = clients.get(zone) as TestClient;
    const tomorrow = startOfDay(dayOf(new Date(), zone), zone, 1) as Date;
    const late = new Date(tomorrow.getTime() - minutes(1));
    const due = await createLead(app, manager, { next_followup_date: late.toISOString() });
    await createLead(app, manager, { next_followup_date: tomorrow.toISOString() });
    const found = await app.call(dashboard.leadsRequiringFollowup, {}, manager.token);
    assert.deepEqual(
      found.body.data.map(({ id }) => id),
      [due.id],
    );
    const listed = await app.call(
      leads.list,
      { query: { from_date: dayOf(new Date(), zone), limit: '50' } },
      manager.token,
    );
    assert.equal(listed.body.pagination.total, 2);
  });
}
