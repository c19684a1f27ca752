import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { leads } from '#shared/leads/leads.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { profile } from '#shared/accounts/profile.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { noteLeadNews } from '#server/features/notifications/lead-news.queries.ts';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import { createMailer } from '#server/outside/mail.ts';
import { startMailbox } from '#test/messages/mailbox.ts';
import { createLead, createPerson, withOwnWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const box = await startMailbox();
const mailer = await createMailer(box.config);
const { app, world } = await withOwnWorld({ sendMail: mailer.send });
const { manager, schema } = world.alpha;
let alpha: ClientRef;
before(async () => {
  alpha = (await findClient(app.database, world.alpha.id)) as ClientRef;
});
after(async () => {
  mailer.close();
  await box.close();
});

const alter = async (statement: string, values: unknown[] = []) =>
  await app.database.asOwner(async (owner) => void (await owner.query(statement, values)));
const send = async () => await sendMessages(app.database, mailer.send, 'https://crm.example.com');

type Noted = { person: Person; leadId: string };
const KINDS = ['assigned', 'unassigned', 'late'] as const;

/** Queues a mail about a lead that has not been sent yet. */
async function noted(kind: (typeof KINDS)[number]): Promise<Noted> {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  await app.call(profile.update, { body: { notifications: { leads: true } } }, person.token);
  const owner = kind === 'unassigned' ? null : person.id;
  const { id: leadId } = await createLead(app, manager, { name: 'Asha Rao', assigned_to: owner });
  await alter(`DELETE FROM ${schema}.notifications WHERE user_id = $1`, [person.id]);
  await alter(
    `INSERT INTO ${schema}.notifications (id, user_id, kind, lead_id, leads)
     SELECT $1, $2, $3, $4, 1`,
    [uuidv7(), person.id, kind, leadId],
  );
  await noteLeadNews(app.database, alpha, true);
  return { person, leadId };
}

const MEANWHILE: Record<string, { kinds: readonly string[]; change: (noted: Noted) => Promise<unknown> }> = {
  'the notification was read': {
    kinds: KINDS,
    change: async ({ person }) => await app.call(notifications.read, { body: {} }, person.token),
  },
  'the lead was contacted': {
    kinds: ['late'],
    change: async ({ leadId }) => await app.call(leads.contact, { params: { id: leadId } }, manager.token),
  },
  'the lead went to the trash': {
    kinds: KINDS,
    change: async ({ leadId }) => await app.call(leads.remove, { params: { id: leadId } }, manager.token),
  },
  'the lead went to a colleague': {
    kinds: ['assigned', 'unassigned'],
    change: async ({ leadId }) =>
      await app.call(
        leads.assign,
        { params: { id: leadId }, body: { assigned_to: world.alpha.otherRep.id } },
        manager.token,
      ),
  },
  'the person was deactivated': {
    kinds: KINDS,
    change: async ({ person }) =>
      await alter('UPDATE core.users SET is_active = false WHERE id = $1', [person.id]),
  },
  'the person moved to another client': {
    kinds: KINDS,
    change: async ({ person }) =>
      await alter('UPDATE core.users SET client_id = $2 WHERE id = $1', [person.id, world.beta.id]),
  },
  'the person wants no such mails any more': {
    kinds: KINDS,
    change: async ({ person }) =>
      await app.call(profile.update, { body: { notifications: { leads: false } } }, person.token),
  },
};

for (const kind of KINDS) {
  test(`a mail about a lead that is ${kind} is sent if that is still true`, async () => {
    const { person } = await noted(kind);
    await send();
    assert.equal(box.to(person.email).length, 1);
  });
  for (const [name, { change }] of Object.entries(MEANWHILE).filter(([, one]) => one.kinds.includes(kind)))
    test(`no mail about a lead that is ${kind} is sent when ${name} meanwhile`, async () => {
      const about = await noted(kind);
      await change(about);
      await send();
      assert.deepEqual(box.to(about.person.email), []);
    });
}

test('a mail server that does not answer delays no due follow-up, and is sent one email at a time', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let [active, most] = [0, 0];
  const sendMail = async () => {
    active += 1;
    most = Math.max(most, active);
    await held;
    active -= 1;
  };
  const stop = startNotifications(app.database, { ...app.config, sendMail }, pino({ level: 'silent' }));
  try {
    await noted('assigned');
    for (const title of ['First', 'Second']) {
      const person = await createPerson(app, 'salesrep', world.alpha.id);
      const { id: lead_id } = await createLead(app, manager, { name: title, assigned_to: person.id });
      const reminder_date = new Date(Date.now() + 500).toISOString();
      await app.call(reminders.create, { body: { lead_id, title, reminder_date } }, person.token);
      const isTold = async () => {
        const { body } = await app.call(notifications.list, { query: {} }, person.token);
        return body.data.notifications.some(({ kind }) => kind === 'due');
      };
      while (!(await isTold()));
      // Time in which a second run would begin to send.
      for (let calls = 0; calls < 50; calls += 1) await isTold();
    }
    assert.equal(most, 1);
  } finally {
    release();
    await stop();
  }
});
