import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reminders } from '#shared/activities/reminders.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

test('a follow-up counts as late from the day after its due day, in the client’s time zone', async () => {
  const { manager, rep, schema, id: client_id } = world.alpha;
  const { id: lead_id } = await createLead(app, rep, { name: 'Asha' });
  const due = '2026-11-10T00:30:00+05:30';
  const done = {
    'before, on the day before': '2026-11-09T10:00:00+05:30',
    'on the day, 23 hours later': '2026-11-10T23:30:00+05:30',
    'on the next day, a minute behind midnight': '2026-11-11T00:01:00+05:30',
    'after some days': '2026-11-14T00:10:00+05:30',
    open: null,
    'of a moment that nobody knows': undefined,
  };
  for (const [title, moment] of Object.entries(done)) {
    const body = { lead_id, title, reminder_date: due, user_id: rep.id };
    const { id } = (await app.call(reminders.create, { body }, rep.token)).body.data;
    if (moment === null) continue;
    const changed = `UPDATE ${schema}.reminders SET is_completed = true, completed_at = $2 WHERE id = $1`;
    await app.database.asOwner(async (owner) => await owner.query(changed, [id, moment ?? null]));
  }
  for (const person of [manager, world.superadmin]) {
    const titles = async (was_late: 'true' | 'false') => {
      const query = { was_late, client_id, from_date: '2026-11-10', to_date: '2026-11-10' };
      const { data } = (await app.call(reminders.list, { query }, person.token)).body;
      assert.equal(data.pagination.total, data.reminders.length);
      return new Set(data.reminders.map(({ title }) => title));
    };
    const [early, onTheDay, late, veryLate, , unknown] = Object.keys(done);
    assert.deepEqual(await titles('true'), new Set([late, veryLate]));
    assert.deepEqual(await titles('false'), new Set([early, onTheDay, unknown]));
  }
  const everywhere = { query: { was_late: 'true' as const } };
  const all = (await app.call(reminders.list, everywhere, world.superadmin.token)).body.data;
  assert.equal(all.pagination.total, 2);
});
