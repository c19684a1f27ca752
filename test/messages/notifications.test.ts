import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { auth } from '#shared/accounts/auth.ts';
import { dayOf } from '#shared/values/dates.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { profile } from '#shared/accounts/profile.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/database.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { noteMorning } from '#server/features/notifications/deliveries.queries.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { noteLeadNews } from '#server/features/notifications/lead-news.queries.ts';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import { createMailer } from '#server/outside/mail.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { startMailbox } from '#test/messages/mailbox.ts';
import { markMorningsSent } from '#test/rows/sent-mornings.ts';
import { createLead, createPerson, withOwnWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const URL_OF_MAILS = 'https://crm.example.com';
const quiet = pino({ level: 'silent' });

const box = await startMailbox();
const mailer = await createMailer(box.config);
const { app, world } = await withOwnWorld({ sendMail: mailer.send });
let address: string;
let alpha: ClientRef;
before(async () => {
  alpha = (await findClient(app.database, world.alpha.id)) as ClientRef;
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  mailer.close();
  await box.close();
});

/** The user's follow-up that came due this many milliseconds ago; it was planned before that. */
async function plan(person: Person, title: string, ago: number): Promise<string> {
  const lead = await createLead(app, person, { name: `Lead of ${title}` });
  const reply = await app.call(
    reminders.create,
    {
      body: {
        lead_id: lead.id,
        user_id: person.id,
        title,
        reminder_date: new Date(Date.now() + 3_600_000).toISOString(),
      },
    },
    person.token,
  );
  assert.equal(reply.status, 201, reply.text);
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `UPDATE ${world.alpha.schema}.reminders SET reminder_date = now() - make_interval(secs => $2), updated_at = now() - interval '3 days'
       WHERE id = $1`,
      [reply.body.data.id, ago / 1000],
    );
  });
  return reply.body.data.id;
}

const send = async () => await sendMessages(app.database, mailer.send, URL_OF_MAILS);
const newPerson = async () => await createPerson(app, 'salesrep', world.alpha.id);
const isDue = (id: string) => (event: { type: string; reminder?: { id: string } }) =>
  event.type === 'due' && event.reminder?.id === id;

test('a due follow-up notifies once, on the open page and by mail, whichever process fires it and however often', async () => {
  const rep = await newPerson();
  const stream = await openStream(address, rep.token);
  const id = await plan(rep, 'Send the quote', 60_000);
  await Promise.all([1, 2, 3].map(async () => await fireDue(app.database, alpha, true)));
  await stream.until(isDue(id));
  await Promise.all([send(), send(), send()]);
  await fireDue(app.database, alpha, true);
  await send();
  assert.equal(stream.events().filter(isDue(id)).length, 1);
  const mails = box.to(rep.email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Due now: Send the quote'],
  );
  assert.match(mails[0]?.text ?? '', /Lead of Send the quote/);
  assert.match(mails[0]?.text ?? '', /https:\/\/crm\.example\.com\/leads\//);
  stream.close();
});

test('a follow-up that another process is about to notify is left to that process', async () => {
  const rep = await newPerson();
  const id = await plan(rep, 'Told elsewhere', 60_000);
  const messages = async () =>
    await app.database.asOwner(async (owner) => {
      const text = `SELECT 1 FROM ${world.alpha.schema}.notifications WHERE reminder_id = $1`;
      return (await owner.query(text, [id])).rowCount;
    });
  await app.database.asOwner(async (owner) => {
    await owner.query(`SELECT 1 FROM ${world.alpha.schema}.reminders WHERE id = $1 FOR UPDATE`, [id]);
    await fireDue(app.database, alpha, false);
  });
  assert.equal(await messages(), 0);
  await fireDue(app.database, alpha, false);
  assert.equal(await messages(), 1);
});

test('follow-ups that came due with no stream open are shown by the next stream, once', async () => {
  const rep = await newPerson();
  const id = await plan(rep, 'Late', 3_600_000);
  await fireDue(app.database, alpha, false);
  const first = await openStream(address, rep.token);
  await first.until(isDue(id));
  const second = await openStream(address, rep.token);
  await createLead(app, world.alpha.manager);
  await second.until(({ type }) => type === 'changed');
  assert.ok(!second.events().some(isDue(id)));
  first.close();
  second.close();
});

test('a snoozed follow-up fires again at its new time, and a past, completed or old one never does', async () => {
  const rep = await newPerson();
  const moved = await plan(rep, 'Moved', 60_000);
  const done = await plan(rep, 'Done', 60_000);
  await plan(rep, 'Old', 2 * 86_400_000);
  await app.call(reminders.complete, { params: { id: done } }, rep.token);
  const { id: lead_id } = await createLead(app, rep);
  const past = {
    lead_id,
    user_id: rep.id,
    title: 'Past',
    reminder_date: new Date(Date.now() - 5000).toISOString(),
  };
  await app.call(reminders.create, { body: past }, rep.token);
  await fireDue(app.database, alpha, true);
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `UPDATE ${world.alpha.schema}.reminders SET reminder_date = (reminder_date AT TIME ZONE 'UTC' + interval '5 seconds') AT TIME ZONE 'UTC' WHERE id = $1`,
      [moved],
    );
  });
  await fireDue(app.database, alpha, true);
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query<{ object_id: string }>(
        "SELECT object_id FROM core.deliveries WHERE user_id = $1 AND channel = 'mail'",
        [rep.id],
      ),
  );
  assert.deepEqual(
    rows.map(({ object_id }) => object_id),
    [moved, moved],
  );
});

test('the switches turn off reminders and mail, and are saved', async () => {
  const [silent, noMail] = [await newPerson(), await newPerson()];
  const choose = async (person: Person, switches: object) =>
    (await app.call(profile.update, { body: { notifications: switches } }, person.token)).body.data.user;
  assert.deepEqual((await choose(silent, { reminders: false })).notifications, {
    email: true,
    reminders: false,
    weekly: false,
    leads: false,
  });
  await choose(noMail, { email: false, weekly: true });
  const me = (await app.call(auth.me, {}, noMail.token)).body.data.user;
  assert.deepEqual(
    [me.notifications, me.sendsMail],
    [{ email: false, reminders: true, weekly: true, leads: false }, true],
  );
  const stream = await openStream(address, silent.token);
  await plan(silent, 'Unwanted', 60_000);
  const wanted = await plan(noMail, 'Page only', 60_000);
  const other = await openStream(address, noMail.token);
  await fireDue(app.database, alpha, true);
  await other.until(isDue(wanted));
  await send();
  assert.ok(!stream.events().some(({ type }) => type === 'due'));
  assert.deepEqual([...box.to(silent.email), ...box.to(noMail.email)], []);
  stream.close();
  other.close();
});

test('the morning digest and the weekly report go out once, to users who want them and have something to read', async () => {
  const [rep, idle] = [await newPerson(), await newPerson()];
  await app.call(profile.update, { body: { notifications: { weekly: true } } }, rep.token);
  await plan(rep, 'Overdue since Tuesday', 2 * 86_400_000);
  const at = new Date();
  const morning = {
    id: alpha.id,
    day: dayOf(at, alpha.timeZone),
    messages: ['digest', 'weekly'] as const,
    at,
  };
  await Promise.all([1, 2, 3].map(async () => await noteMorning(app.database, morning)));
  await Promise.all([send(), send()]);
  await noteMorning(app.database, morning);
  await send();
  const subjects = box.to(rep.email).map(({ subject }) => subject);
  assert.deepEqual(subjects.length, 2, subjects.join());
  assert.ok(subjects.includes('Follow-ups: 1 overdue'));
  assert.ok(subjects.some((subject) => subject.startsWith('Your week, ')));
  assert.match(
    box.to(rep.email).find(({ subject }) => subject.startsWith('F'))?.text ?? '',
    /Overdue since Tuesday/,
  );
  assert.deepEqual(box.to(idle.email), []);
});

test('a mail that the server refuses is retried later, and arrives once', async () => {
  const rep = await newPerson();
  await plan(rep, 'Second try', 60_000);
  await fireDue(app.database, alpha, true);
  box.refuseNext(1);
  await assert.rejects(send());
  await app.database.asOwner(async (owner) => {
    await owner.query('UPDATE core.deliveries SET not_before = now() WHERE done_at IS NULL');
  });
  await send();
  assert.equal(box.to(rep.email).length, 1);
});

test('a mail refused five times is tried a sixth time, but not a seventh', async () => {
  const [fifth, sixth] = [await newPerson(), await newPerson()];
  await plan(fifth, 'Refused five times', 60_000);
  await plan(sixth, 'Refused six times', 60_000);
  await fireDue(app.database, alpha, true);
  await app.database.asOwner(async (owner) => {
    for (const [person, attempts] of [
      [fifth, 5],
      [sixth, 6],
    ] as const)
      await owner.query('UPDATE core.deliveries SET attempts = $2 WHERE user_id = $1', [person.id, attempts]);
  });
  await send();
  assert.deepEqual([box.to(fifth.email).length, box.to(sixth.email).length], [1, 0]);
});

test('the schedulers of two servers fire a follow-up once, when it is due', async () => {
  await markMorningsSent(app);
  const rep = await newPerson();
  const other: Database = await openDatabase(app.owner, 'another process');
  // The second process logs in with the first one's password, because both derive it from the same
  // installation.
  const stops = [app.database, other].map((database) => startNotifications(database, app.config, quiet));
  const stream = await openStream(address, rep.token);
  const lead = await createLead(app, rep);
  const due = Date.now() + 1500;
  const body = {
    lead_id: lead.id,
    user_id: rep.id,
    title: 'In a moment',
    reminder_date: new Date(due).toISOString(),
  };
  const { id } = (await app.call(reminders.create, { body }, rep.token)).body.data;
  await stream.until(isDue(id));
  // Without its timer it would wait for the next sweep, a minute later.
  assert.ok(Date.now() >= due && Date.now() < due + 20_000, `${Date.now() - due} ms late`);
  await box.until(() => box.to(rep.email).length > 0);
  await Promise.all(stops.map(async (stop) => await stop()));
  await send();
  assert.equal(stream.events().filter(isDue(id)).length, 1);
  assert.equal(box.to(rep.email).length, 1);
  stream.close();
  await other.close();
});

test('a new owner who wants mails gets one per lead, unless the notification was already read', async () => {
  const [rep, other, reader] = [await newPerson(), await newPerson(), await newPerson()];
  const wanted = { body: { notifications: { leads: true } } };
  for (const { token } of [rep, reader]) await app.call(profile.update, wanted, token);
  for (const { id } of [rep, other, reader])
    await createLead(app, world.alpha.manager, { name: 'Asha Rao', assigned_to: id });
  await app.call(notifications.read, { body: {} }, reader.token);
  await Promise.all([1, 2, 3].map(async () => await noteLeadNews(app.database, alpha, true)));
  await send();
  const subjects = [rep, other, reader].map(({ email }) => box.to(email).map(({ subject }) => subject));
  assert.deepEqual(subjects, [['For you: Asha Rao'], [], []]);
  assert.match(
    box.to(rep.email)[0]?.text ?? '',
    /assigned Asha Rao to you\.\s+https:\/\/crm\.example\.com\/leads\//,
  );
});
