import { createHash, createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { openCore } from '#server/db/system-scope.ts';
import { Conflict } from '#server/errors.ts';
import { seal, unseal } from '#server/secrets/encrypted-secret.ts';

/** Milliseconds that a repeated call waits for the first one to finish, and between two checks. */
const PATIENCE = 10_000;
const PAUSE = 50;

const OTHER_REQUEST = 'This Idempotency-Key was used for a different request. Send a new one.';
const UNFINISHED =
  'An earlier request with this key didn’t finish. Check whether it took effect before you try again.';

/**
 * A call and what identifies its repetition: the caller, the caller's key, and the input sent with the key.
 */
export type KeyedCall = { userId: string; operation: string; key: string; input: unknown };

/**
 * Runs a call once per key, user and operation, and stores its response for a day: the same key with the same
 * input returns that response, including secrets. The response is encrypted with the key, of which only a
 * hash is stored. A failed call is forgotten. Throws 409 for a key with different input, and for a key whose
 * first call was cut off, since its effects are unknown.
 */
export async function keepingAnswer<Answer extends object>(
  database: Database,
  { userId, operation, key, input }: KeyedCall,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  const core = openCore(database);
  const id = { user_id: userId, operation, key_hash: createHash('sha256').update(key).digest() };
  const owner = `answer ${userId} ${operation} ${key}`;
  const { tokenKey } = database.installation;
  // Keyed by the idempotency key: the input may contain a password, which could be guessed from a plain hash.
  const fingerprint = createHmac('sha256', key).update(JSON.stringify(input)).digest();
  const row = () => core.selectFrom('core.kept_answers').select(['fingerprint', 'answer']).where(isRow(id));

  const claimed = await core
    .insertInto('core.kept_answers')
    .values({ ...id, fingerprint, answer: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'operation', 'key_hash']).doNothing())
    .returning('operation')
    .executeTakeFirst();
  if (claimed) {
    const answer = await work().catch(async (error: unknown) => {
      await core.deleteFrom('core.kept_answers').where(isRow(id)).execute();
      throw error;
    });
    const sealed = seal(tokenKey, owner, JSON.stringify(answer));
    await core.updateTable('core.kept_answers').set({ answer: sealed }).where(isRow(id)).execute();
    return { answer, isReplay: false };
  }
  for (const until = performance.now() + PATIENCE; ; await wait(PAUSE)) {
    const first = await row().executeTakeFirst();
    // The first call has failed in the meantime.
    if (!first) return await keepingAnswer(database, { userId, operation, key, input }, work);
    if (!fingerprint.equals(first.fingerprint)) throw new Conflict(OTHER_REQUEST);
    const answer = first.answer === null ? undefined : unseal(tokenKey, owner, first.answer);
    if (answer !== undefined) return { answer: JSON.parse(answer) as Answer, isReplay: true };
    if (performance.now() > until) throw new Conflict(UNFINISHED);
  }
}

const isRow = (id: { user_id: string; operation: string; key_hash: Buffer }) =>
  sql<boolean>`(user_id, operation, key_hash) = (${id.user_id}::uuid, ${id.operation}::text, ${id.key_hash}::bytea)`;

/** Deletes responses older than a day. */
export async function forgetAnswers(database: Database): Promise<void> {
  await openCore(database)
    .deleteFrom('core.kept_answers')
    .where('created_at', '<=', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
