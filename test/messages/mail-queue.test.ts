import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { reminders } from '#shared/activities/reminders.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findClient } from '#server/db/find-client.ts';
import { openCore } from '#server/db/system-scope.ts';
import { take } from '#server/features/notifications/deliveries.queries.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import type { Mail } from '#server/outside/mail.ts';
import { markMorningsSent } from '#test/rows/sent-mornings.ts';
import { createLead, createPerson, withOwnWorld } from '#test/world.ts';

const { app, world } = await withOwnWorld({ sendMail: async () => undefined });
let alpha: ClientRef;
before(async () => {
  alpha = (await findClient(app.database, world.alpha.id)) as ClientRef;
  await markMorningsSent(app);
});

async function alter(statement: string, values: unknown[] = []): Promise<void> {
  await app.database.asOwner(async (owner) => void (await owner.query(statement, values)));
}

/** Follow-ups of a new user that came due a minute ago, whose mails wait. */
async function comeDue(...titles: string[]): Promise<void> {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const { id: user_id, token } = person;
  const { id: lead_id } = await createLead(app, person);
  const reminder_date = new Date(Date.now() + 3_600_000).toISOString();
  for (const title of titles)
    await app.call(reminders.create, { body: { lead_id, user_id, title, reminder_date } }, token);
  await alter(
    `UPDATE alpha.reminders SET reminder_date = now() - interval '1 minute', updated_at = now() - interval '1 day'
     WHERE user_id = $1`,
    [user_id],
  );
  await fireDue(app.database, alpha, true);
}

const send = async (mail: (mail: Mail) => Promise<void>) =>
  await sendMessages(app.database, mail, 'https://crm.example.com');
const subjectsOf = (mails: readonly Mail[]) => mails.map(({ subject }) => subject).toSorted();
const DUE = ['Due now: Call', 'Due now: Visit', 'Due now: Write'];

test('a server that stops finishes one mail and leaves the others to the next server, which sends them at once', async () => {
  await comeDue('Call', 'Visit', 'Write');
  const mails: Mail[] = [];
  const stopping = Promise.withResolvers<void>();
  const sendMail = async (mail: Mail) => {
    mails.push(mail);
    stopping.resolve(stop());
  };
  const stop = startNotifications(app.database, { ...app.config, sendMail }, pino({ level: 'silent' }));
  await stopping.promise;
  assert.equal(mails.length, 1, subjectsOf(mails).join());
  await send(async (mail) => void mails.push(mail));
  assert.deepEqual(subjectsOf(mails), DUE);
});

test('a mail that another server took over from a slow one is sent by that one alone', async () => {
  await comeDue('Call', 'Visit', 'Write');
  const mails: Mail[] = [];
  await send(async (mail) => {
    const isFirst = mails.push(mail) === 1;
    if (!isFirst) return;
    const id = /[\w-]+/.exec(mail.messageId ?? '')?.[0];
    await alter('UPDATE core.deliveries SET not_before = now() WHERE done_at IS NULL AND id <> $1', [id]);
    await send(async (other) => void mails.push(other));
  });
  assert.deepEqual(subjectsOf(mails), DUE);
});

test('mails are taken in their order from an index, however many wait', async () => {
  await alter(
    `INSERT INTO core.deliveries (id, user_id, client_id, kind, channel, object_id, due_at)
     SELECT gen_random_uuid(), $1, $2, CASE WHEN i % 9 = 0 THEN 'reminder' ELSE 'digest' END, 'mail', gen_random_uuid(), now()
     FROM generate_series(1, 5000) i`,
    [world.alpha.rep.id, alpha.id],
  );
  await alter('ANALYZE core.deliveries');
  const { rows } = await sql`EXPLAIN ${take('mail')}`.execute(openCore(app.database));
  const plan = JSON.stringify(rows);
  assert.match(plan, /Index Scan using deliveries_waiting/);
  assert.doesNotMatch(plan, /Sort/);
});
