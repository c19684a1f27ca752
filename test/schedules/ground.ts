import { createHash } from 'node:crypto';
import type pg from 'pg';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { distribution } from '#shared/company/distribution.ts';
import { MAX_WEBHOOKS, webhooks } from '#shared/company/webhooks.ts';
import type { TestApp } from '#test/app.ts';
import { startReceiver } from '#test/outside/receiver.ts';
import type { Receiver } from '#test/outside/receiver.ts';
import { createPerson } from '#test/world.ts';
import type { Person, World } from '#test/world.ts';

/** The rows beside the world that all schedules share. */
export type Ground = {
  beta: World['beta'];
  /** The second of two superadmins. */
  second: Person;
  /** Two who leave, and who know each other's work. */
  pair: [Person, Person];
  /** The key and the origin of a website. */
  website: { 'x-api-key': string; origin: string };
  /** The receiver of the webhook for new leads. */
  receiver: Receiver;
};

const ORIGIN = 'https://www.example.com';
/** Minutes within which leads that arrive are contacted. */
const PROMISE = 5;
/** Wrong passwords after which no further one is allowed for a quarter of an hour. */
const FAILURES = 20;

/** Makes it in a world: leads that arrive are shared by two people in turn. */
export async function layGround(test: TestApp, world: World, watcher: pg.Client): Promise<Ground> {
  const { admin, rep, otherRep, id, schema } = world.alpha;
  const key = { client_id: id, allowed_origins: [ORIGIN] };
  const made = await test.call(apiKeys.create, { body: key }, admin.token);
  const turn = { name: 'In turn', is_active: true, conditions: [], times: null, way: 'turn' as const };
  const rules = [{ ...turn, people: [rep.id, otherRep.id] }];
  await test.call(distribution.save, { body: { rules } }, admin.token);
  await test.call(distribution.setPromise, { body: { minutes: PROMISE } }, admin.token);
  const hook = { url: 'https://hooks.example.com/', events: ['lead.created' as const] };
  await test.call(webhooks.create, { body: hook }, admin.token);
  const receiver = await startReceiver();
  await watcher.query(`UPDATE ${schema}.webhooks SET url = $1`, [receiver.url]);
  for (let had = 1; had < MAX_WEBHOOKS; had += 1)
    await test.call(webhooks.create, { body: hook }, world.beta.admin.token);
  const person = async () => await createPerson(test, 'salesrep', id);
  return {
    beta: world.beta,
    second: await createPerson(test, 'superadmin', null),
    pair: [await person(), await person()],
    website: { 'x-api-key': made.body.data.api_key, origin: ORIGIN },
    receiver,
  };
}

/**
 * Brings it back after a schedule, without a call: who has left is there again, sessions are renewed, one webhook
 * and one wrong password are left until the limit, and nothing waits for the receiver.
 */
export async function tidyGround(watcher: pg.Client, { beta, pair }: Ground, schema: string): Promise<void> {
  const account = createHash('sha256').update(pair[0].email).digest('hex');
  await watcher.query(`
    UPDATE core.users SET is_active = true, manager_id = NULL WHERE NOT is_active OR manager_id IS NOT NULL;
    UPDATE ${schema}.members SET is_active = true WHERE NOT is_active;
    UPDATE core.sessions SET proven_at = now(), access_expires_at = now() + interval '15 minutes',
      idle_expires_at = now() + interval '30 days', expires_at = now() + interval '30 days';
    DELETE FROM ${schema}.webhook_deliveries;
    DELETE FROM ${beta.schema}.webhooks WHERE id NOT IN (SELECT id FROM ${beta.schema}.webhooks ORDER BY id LIMIT ${MAX_WEBHOOKS - 1});
    DELETE FROM core.sign_in_attempts;
    INSERT INTO core.sign_in_attempts (account, address, failed, at)
      SELECT '\\x${account}', '127.0.0.1', true, now() - interval '10 minutes' FROM generate_series(2, ${FAILURES})`);
}
