import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Enquiry } from '#shared/leads/public-leads.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { Conflict } from '#server/errors.ts';
import type { LivingKey } from '#server/features/api-keys/api-keys.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { customOf } from '#server/leads/values/custom-values.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { readEnquiry } from '#server/features/public-leads/read-enquiry.ts';
import { asSender, takeEnquiry, takeTurns } from '#server/features/public-leads/take-enquiry.queries.ts';

const OPERATION = 'public_leads.create';
/** An identical enquiry within this number of minutes counts as sent twice. */
const SAME_WITHIN_MINUTES = 10;

/**
 * Stores a website's enquiry: a new lead, or a new enquiry from a lead known by email or phone. A repeated
 * enquiry (same `idempotencyKey`, or the same content within ten minutes, unless its lead has been deleted)
 * changes nothing. Throws 409 for a key with different content.
 */
export async function receiveEnquiry(
  database: Database,
  key: LivingKey,
  enquiry: Enquiry,
  idempotencyKey?: string,
): Promise<{ leadId: string }> {
  const scope = await asWebsite(database, key);
  const options = await fieldOptions(scope);
  // Read before looking for any lead, so that an error reveals nothing about known leads.
  const { fields: read, message } = readEnquiry(enquiry, options, key.client.timeZone);
  const fields = { ...read, custom: customOf(options.custom, read.custom) };
  const leaders = await leadersOf(database, key.client.id);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([fields, message]))
    .digest();
  const callKey = idempotencyKey && `key ${idempotencyKey}`;
  return await scope.transaction(async (inside) => {
    await takeTurns(inside, fields, [fingerprint.toString('hex')]);
    const known = await findRepeated(inside, fingerprint, callKey);
    if (known) return { leadId: known };
    const through = 'the website';
    const { leadId } = await takeEnquiry(inside, { options, fields, message, through, leaders });
    await remember(inside, fingerprint, callKey, leadId);
    return { leadId };
  });
}

/** Acts as the key, so that its leads name their origin. A key may do nothing else. */
async function asWebsite(database: Database, { lineage, client, allowedOrigins }: LivingKey) {
  const host = (allowedOrigins[0] ?? '').replace(/^https?:\/\//, '');
  return await asSender(database, client, { id: lineage, name: `Website ${host}` });
}

const contentKey = (fingerprint: Buffer) => `content ${fingerprint.toString('hex')}`;

async function findRepeated(
  scope: ClientScope,
  fingerprint: Buffer,
  callKey: string | undefined,
): Promise<string | undefined> {
  const { db, user } = scope;
  const isThere = sql<boolean>`EXISTS (
    SELECT 1 FROM ${scope.table('leads')} l WHERE l.id = (response->>'id')::uuid AND l.deleted_at IS NULL)`;
  const since = sql<Date>`now() - make_interval(mins => ${SAME_WITHIN_MINUTES})`;
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint', 'response'])
    .where('user_id', '=', user.id)
    .where('operation', '=', OPERATION)
    .where((eb) =>
      eb.or([
        eb('key', '=', callKey ?? ''),
        eb.and([eb('key', '=', contentKey(fingerprint)), eb('created_at', '>', since), isThere]),
      ]),
    )
    .execute();
  const other = found.find(({ key }) => key === callKey);
  if (other && !fingerprint.equals(other.fingerprint))
    throw new Conflict('This Idempotency-Key was used for a different request. Send a new one.');
  return (found[0]?.response as { id: string } | undefined)?.id;
}

async function remember(
  { db, user }: ClientScope,
  fingerprint: Buffer,
  callKey: string | undefined,
  id: string,
): Promise<void> {
  const entry = { user_id: user.id, operation: OPERATION, fingerprint, response: JSON.stringify({ id }) };
  await db
    .insertInto('idempotency_keys')
    .values(
      [contentKey(fingerprint), ...(callKey ? [callKey] : [])].map((key) => ({
        ...entry,
        key,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        .doUpdateSet({ response: entry.response, created_at: new Date() }),
    )
    .execute();
}
