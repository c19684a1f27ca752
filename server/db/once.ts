import { createHash } from 'node:crypto';
import type { ClientScope } from '#server/db/scope.ts';
import { Conflict } from '#server/errors.ts';

/** A call and what identifies its repetition: the caller's key, and the input sent with the key. */
type Call = { operation: string; key: string | undefined; input: unknown };

/**
 * The result of the work, computed now or by the first call with the key, and what the work has `seen` at its end:
 * afterwards somebody may have removed it. Undefined for a replay.
 */
export type Once<Made, Seen = void> = { made: Made; isReplay: boolean; seen?: Seen | undefined };

/**
 * Runs a call in a transaction once per key, user and client: the same key with the same input does nothing
 * and returns the first call's result. Throws 409 for a key with different input. Without a key, the work
 * runs every time.
 */
export async function once<Made extends object, Seen = void>(
  scope: ClientScope,
  { operation, key, input }: Call,
  made: Made,
  work: (inside: ClientScope) => Promise<Seen>,
): Promise<Once<Made, Seen>> {
  return await scope.transaction(async (inside) => {
    const before = key === undefined ? undefined : await claim<Made>(inside, { operation, key, input }, made);
    if (before) return { made: before, isReplay: true };
    return { made, isReplay: false, seen: await work(inside) };
  });
}

/**
 * Claims the key; if an earlier call has it, returns that call's result. Simultaneous calls run one at a
 * time.
 */
async function claim<Made extends object>(
  { db, user }: ClientScope,
  { operation, key, input }: Call & { key: string },
  made: Made,
): Promise<Made | undefined> {
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest();
  const isFirst = await db
    .insertInto('idempotency_keys')
    .values({ user_id: user.id, operation, key, fingerprint, response: JSON.stringify(made) })
    .onConflict((conflict) => conflict.columns(['user_id', 'operation', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (isFirst) return undefined;
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where('user_id', '=', user.id)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!fingerprint.equals(first.fingerprint))
    throw new Conflict('This Idempotency-Key was used for a different request. Send a new one.');
  return first.response as Made;
}
