import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recall } from '#server/db/cluster/engine.ts';
import { followUps } from '#server/db/migrations/client/0003-follow-ups.ts';
import { reminderOwners } from '#server/db/migrations/client/0008-reminder-owners.ts';
import { openTestApp } from '#test/app.ts';
import { followUpErrors } from '#test/rows/follow-ups.ts';
import { createLead, createWorld } from '#test/world.ts';

test('follow-up dates and reminders that disagreed agree after the migrations, and reminders have owners', async () => {
  const app = await openTestApp();
  try {
    const { schema, rep } = (await createWorld(app)).alpha;
    const [dated, planned, both] = [
      await createLead(app, rep, { name: 'Dated' }),
      await createLead(app, rep, { name: 'Planned' }),
      await createLead(app, rep, { name: 'Both' }),
    ];
    const [early, late] = ['2026-12-01T04:30:00.000Z', '2026-12-09T04:30:00.000Z'];
    await app.database.asOwner(async (owner) => {
      await recall(owner, app.database.installation.engine, schema);
      // Reverts the client to its structure before the migration.
      await owner.query(`
        DROP INDEX ${schema}.call_logs_date, ${schema}.call_logs_user, ${schema}.call_logs_duration,
          ${schema}.reminders_owner;
        ALTER TABLE ${schema}.reminders DROP COLUMN is_automatic;
        UPDATE ${schema}.leads SET next_followup_date = '${late}' WHERE id IN ('${dated.id}', '${both.id}');
        INSERT INTO ${schema}.reminders (id, lead_id, title, reminder_date) VALUES
          (gen_random_uuid(), '${planned.id}', 'Call', '${early}'), (gen_random_uuid(), '${both.id}', 'Call', '${early}');
        ${followUps.sql(schema)}
        ${reminderOwners.sql(schema)}`);
      const { rows } = await owner.query<{ reminder_date: Date }>(
        `SELECT l.name, r.title, r.reminder_date, r.user_id, r.is_automatic FROM ${schema}.reminders r
         JOIN ${schema}.leads l ON l.id = r.lead_id ORDER BY l.name`,
      );
      assert.deepEqual(
        rows.map((row) => ({ ...row, reminder_date: row.reminder_date.toISOString() })),
        [
          { name: 'Both', title: 'Call', reminder_date: early, user_id: rep.id, is_automatic: false },
          {
            name: 'Dated',
            title: 'Follow up with Dated',
            reminder_date: late,
            user_id: rep.id,
            is_automatic: true,
          },
          { name: 'Planned', title: 'Call', reminder_date: early, user_id: rep.id, is_automatic: false },
        ],
      );
    });
    assert.deepEqual(await followUpErrors(app, schema), []);
  } finally {
    await app.close();
  }
});
