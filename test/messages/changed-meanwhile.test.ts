import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayOf } from '#shared/values/dates.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findClient } from '#server/db/find-client.ts';
import { noteMorning } from '#server/features/notifications/deliveries.queries.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import { createMailer } from '#server/outside/mail.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { startMailbox } from '#test/messages/mailbox.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const box = await startMailbox();
const mailer = await createMailer(box.config);
const { app, world } = await withWorld({ sendMail: mailer.send });
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

async function alter(statement: string, values: unknown[] = []): Promise<void> {
  await app.database.asOwner(async (owner) => void (await owner.query(statement, values)));
}

type DueFollowUp = { person: Person; reminderId: string; leadId: string };

/** A new user's follow-up that came due a minute ago. */
async function comeDue(): Promise<DueFollowUp> {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const { id: lead_id } = await createLead(app, person, { name: 'Meera of alpha' });
  const body = {
    lead_id,
    user_id: person.id,
    title: 'Send the quote of alpha',
    reminder_date: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { id } = (await app.call(reminders.create, { body }, person.token)).body.data;
  await alter(
    "UPDATE alpha.reminders SET reminder_date = now() - interval '1 minute', updated_at = now() - interval '1 day' WHERE id = $1",
    [id],
  );
  return { person, reminderId: id, leadId: lead_id };
}

/** Changes between a follow-up coming due and its notification. */
const MEANWHILE: Record<string, (due: DueFollowUp) => Promise<void>> = {
  'the user moved to another client': async ({ person }) =>
    await alter('UPDATE core.users SET client_id = $2 WHERE id = $1', [person.id, world.beta.id]),
  'the lead was archived': async ({ leadId }) =>
    await alter('UPDATE alpha.leads SET is_archived = true WHERE id = $1', [leadId]),
  'the lead went to the trash': async ({ leadId }) =>
    await alter('UPDATE alpha.leads SET deleted_at = now() WHERE id = $1', [leadId]),
  'the follow-up was given to a colleague': async ({ reminderId }) =>
    await alter('UPDATE alpha.reminders SET user_id = $2 WHERE id = $1', [reminderId, world.alpha.rep.id]),
  'the lead went to a colleague whose leads the user does not see': async ({ leadId }) => {
    await alter("UPDATE core.clients SET salesreps_see = 'own' WHERE id = $1", [world.alpha.id]);
    await alter('UPDATE alpha.leads SET assigned_to = $2 WHERE id = $1', [leadId, world.alpha.rep.id]);
  },
  'the follow-up was done': async ({ reminderId }) =>
    await alter('UPDATE alpha.reminders SET is_completed = true, completed_at = now() WHERE id = $1', [
      reminderId,
    ]),
  'the follow-up was put off': async ({ reminderId }) =>
    await alter("UPDATE alpha.reminders SET reminder_date = now() + interval '3 days' WHERE id = $1", [
      reminderId,
    ]),
};
const FOR_MAILS: typeof MEANWHILE = {
  ...MEANWHILE,
  'the user was deactivated': async ({ person }) =>
    await alter('UPDATE core.users SET is_active = false WHERE id = $1', [person.id]),
  'the user chose to get no mails': async ({ person }) =>
    await alter('UPDATE core.users SET notify_email = false WHERE id = $1', [person.id]),
};

const toldBy = async (client: ClientRef) => {
  await fireDue(app.database, client, true);
  const at = new Date();
  await alter('UPDATE core.clients SET digested_on = NULL');
  await noteMorning(app.database, {
    id: client.id,
    day: dayOf(at, client.timeZone),
    messages: ['digest'],
    at,
  });
};
const send = async () => await sendMessages(app.database, mailer.send, 'https://crm.example.com');

test('a follow-up that stays due is mailed, and listed in the morning', async () => {
  const { person } = await comeDue();
  await toldBy(alpha);
  await send();
  const subjects = box.to(person.email).map(({ subject }) => subject);
  const wanted = ['Due now: Send the quote of alpha', 'Follow-ups: 1 overdue'];
  assert.deepEqual(subjects.toSorted(), wanted);
  // A sent message is finished, however often the queue is checked.
  await alter('UPDATE core.deliveries SET not_before = now()');
  await send();
  assert.equal(box.to(person.email).length, wanted.length);
});

for (const [what, happens] of Object.entries(FOR_MAILS)) {
  test(`no mail is sent once ${what}`, async () => {
    const due = await comeDue();
    await toldBy(alpha);
    await happens(due);
    await send();
    assert.deepEqual(box.to(due.person.email), []);
  });
}

test('no mail goes out for a client that was deactivated meanwhile', async () => {
  const { person } = await comeDue();
  await toldBy(alpha);
  await alter('UPDATE core.clients SET is_active = false WHERE id = $1', [world.alpha.id]);
  await send();
  await alter('UPDATE core.clients SET is_active = true WHERE id = $1', [world.alpha.id]);
  assert.deepEqual(box.to(person.email), []);
});

const isDue = ({ type }: { type: string }) => type === 'due';

for (const [what, happens] of Object.entries(MEANWHILE)) {
  test(`no page shows it once ${what}`, async () => {
    const due = await comeDue();
    await fireDue(app.database, alpha, false);
    await happens(due);
    const stream = await openStream(address, due.person.token);
    // An event of either client comes after the waiting ones.
    await createLead(app, world.alpha.manager);
    await createLead(app, world.beta.manager);
    await stream.until(({ type }) => type === 'changed');
    stream.close();
    assert.ok(!stream.events().some(isDue), stream.text());
    assert.doesNotMatch(stream.text(), /alpha|quote/);
  });
}

test('a stream opened before the user moved shows nothing of the former client', async () => {
  const due = await comeDue();
  const stream = await openStream(address, due.person.token);
  await MEANWHILE['the user moved to another client']?.(due);
  await fireDue(app.database, alpha, false);
  await stream.ended(3000);
  assert.doesNotMatch(stream.text(), /alpha|quote/);
});

/** The facts that decide what a stream may show; a change to any of them ends the stream. */
const STANDING: Record<string, (person: Person) => Promise<void>> = {
  'the role changes': async ({ id }) =>
    await alter('UPDATE core.users SET role_id = $2 WHERE id = $1', [id, ROLE_IDS.salesrep]),
  'the client changes': async ({ id }) =>
    await alter('UPDATE core.users SET client_id = $2 WHERE id = $1', [id, world.beta.id]),
  'the account is deactivated': async ({ id }) =>
    await alter('UPDATE core.users SET is_active = false WHERE id = $1', [id]),
  'the session is gone': async ({ id }) => await alter('DELETE FROM core.sessions WHERE user_id = $1', [id]),
  'the session was idle for too long': async ({ id }) =>
    await alter("UPDATE core.sessions SET idle_expires_at = now() - interval '1 second' WHERE user_id = $1", [
      id,
    ]),
  'the session is as old as one may be': async ({ id }) =>
    await alter("UPDATE core.sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]),
};

test('a stream ends when any fact it was opened under changes', async () => {
  await Promise.all(
    Object.entries(STANDING).map(async ([what, change]) => {
      const person = await createPerson(app, 'manager', world.alpha.id);
      const stream = await openStream(address, person.token);
      await change(person);
      await stream.ended(5000).catch((error: Error) => assert.fail(`${what}: ${error.message}`));
    }),
  );
});

test('line breaks in typed text add no line to a mail', async () => {
  const due = await comeDue();
  const title = 'Quote\r\nBcc: all@example.com\n\nYour account was closed.';
  await alter('UPDATE alpha.reminders SET title = $2 WHERE id = $1', [due.reminderId, title]);
  await alter(
    "UPDATE alpha.leads SET name = E'Asha\\n\\nCall 0900', company_name = E'Rao\\nInteriors' WHERE id = $1",
    [due.leadId],
  );
  await toldBy(alpha);
  await send();
  const mails = box.to(due.person.email);
  assert.equal(mails.length, 2);
  for (const { subject, text } of mails) {
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.match(text, /Quote Bcc: all@example\.com Your account was closed\./);
    assert.match(text, /Asha Call 0900 \(Rao Interiors\)/);
    assert.doesNotMatch(text, /^(Bcc|Your account|Call 0900|Interiors)/m);
  }
});
