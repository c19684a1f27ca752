import assert from 'node:assert/strict';
import { after } from 'node:test';
import { reminders } from '#shared/activities/reminders.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { sendPushes } from '#server/features/notifications/send-pushes.ts';
import { pushSubject } from '#server/outside/web-push.ts';
import { pushKeysOf } from '#server/secrets/push-keys.ts';
import { addDevice, startPushService } from '#test/messages/push-service.ts';
import type { TestBrowser } from '#test/messages/push-service.ts';
import { createLead, createPerson, withOwnWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

/** A person with a browser that shows notifications. */
export type Told = { person: Person; browser: TestBrowser; device: string };

/** An application with a push service, and what tests of pushes do in it. */
export async function withPushes() {
  const service = await startPushService();
  after(async () => await service.close());
  const { app, world } = await withOwnWorld({ internalPushServices: [service.origin] });
  const alpha = (await findClient(app.database, world.alpha.id)) as ClientRef;
  const rowsOf = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
    await app.database.asOwner(async (owner) => (await owner.query(statement, values)).rows as Row[]);
  const alter = async (statement: string, values: unknown[] = []) => void (await rowsOf(statement, values));
  const sender = {
    keys: pushKeysOf(app.database.installation.tokenKey),
    subject: pushSubject({ ownOrigin: 'https://crm.example.com', mail: undefined }),
    config: app.config,
    leave: new AbortController().signal,
  };
  return {
    service,
    app,
    world,
    alpha,
    rowsOf,
    alter,
    sender,
    /** Sends what waits, as if the open pages had had their time. */
    send: async () => {
      await alter("UPDATE core.deliveries SET not_before = now() WHERE channel = 'push' AND attempts = 0");
      await sendPushes(app.database, sender);
    },
    newPerson: async (): Promise<Told> => {
      const person = await createPerson(app, 'salesrep', world.alpha.id);
      const browser = service.browser();
      return { person, browser, device: await addDevice(app, person, browser) };
    },
    /** The person's follow-up that came due a minute ago, and was noticed. */
    comeDue: async (person: Person, title = 'Send the quote') => {
      const lead = await createLead(app, person, { name: 'Asha Rao' });
      const reminder_date = new Date(Date.now() + 3_600_000).toISOString();
      const body = { lead_id: lead.id, user_id: person.id, title, reminder_date };
      const planned = await app.call(reminders.create, { body }, person.token);
      assert.equal(planned.status, 201, planned.text);
      const { id } = planned.body.data;
      await alter(
        "UPDATE alpha.reminders SET reminder_date = now() - interval '1 minute', updated_at = now() - interval '1 day' WHERE id = $1",
        [id],
      );
      await fireDue(app.database, alpha, false);
      return { id, lead };
    },
    titles: (browser: TestBrowser) => service.of(browser).map(({ title }) => title),
  };
}
