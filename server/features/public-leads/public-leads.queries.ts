import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { formatDateTime } from '#shared/dates.ts';
import { normaliseEmail } from '#shared/fields.ts';
import { LEAD_FIELDS } from '#shared/lead-fields.ts';
import type { NewLead } from '#shared/lead.ts';
import type { Enquiry } from '#shared/public-leads.ts';
import type { Database } from '#server/db/database.ts';
import { Scope } from '#server/db/scope.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { Conflict } from '#server/errors.ts';
import type { LivingKey } from '#server/features/api-keys/api-keys.queries.ts';
import { fieldOptions } from '#server/leads/field-options.queries.ts';
import { customOf } from '#server/leads/custom-values.ts';
import { phoneNorm } from '#server/phone.ts';
import { findDuplicates } from '#server/features/lead-duplicates/lead-duplicates.queries.ts';
import { leadersOf } from '#server/features/notifications/deliveries.queries.ts';
import { notifyOfEnquiry } from '#server/features/notifications/notifications.queries.ts';
import { changeLead, insertLead, lockLead } from '#server/leads/lead-writes.queries.ts';
import type { StoredLead } from '#server/leads/lead-changes.queries.ts';

const OPERATION = 'public_leads.create';
/** The same enquiry within so many minutes counts as sent twice. */
const SAME_WITHIN_MINUTES = 10;
/** Fields of a known lead that an enquiry may fill where they are empty. */
const FILLED = ['email', 'phone', 'company_name', 'designation', 'location', 'budget'] as const;

/**
 * Takes an enquiry of a website in: a new lead, or a new enquiry of a lead that is known by email or phone. An
 * enquiry sent again (same `idempotencyKey`, or the same words within ten minutes) changes nothing. Throws 409 for a
 * key with other words.
 */
export async function receiveEnquiry(
  database: Database,
  key: LivingKey,
  enquiry: Enquiry,
  idempotencyKey?: string,
): Promise<{ leadId: string }> {
  const { website: _, message, custom: sent = {}, ...rest } = enquiry;
  const scope = await asWebsite(database, key);
  const options = await fieldOptions(scope);
  // Read before any lead is looked for: a refusal says nothing about the leads that are known.
  const fields = { ...rest, custom: customOf(options.custom, sent) };
  const leaders = await leadersOf(database, key.client.id);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([fields, message]))
    .digest();
  return await scope.transaction(async (inside) => {
    await takeTurns(inside, [
      fields.email && normaliseEmail(fields.email),
      phoneOf(inside, fields),
      fingerprint,
    ]);
    const known = await findRepeated(inside, fingerprint, idempotencyKey);
    if (known) return { leadId: known };
    const twin = await findTwin(inside, fields);
    const leadId = twin ?? (await insertLead(inside, options, newLead(fields, message), 'api_key'));
    if (twin) {
      const change = newEnquiry(inside, await lockLead(inside, twin), fields, message);
      await changeLead(inside, options, twin, change, { via: 'api_key' });
    }
    await notifyOfEnquiry(inside, leadId, leaders);
    await remember(inside, fingerprint, idempotencyKey, leadId);
    return { leadId };
  });
}

/** Acts as the key, a member of the client's schema, so that its leads name their origin. A key may do nothing else. */
async function asWebsite(database: Database, { lineage, client, allowedOrigins }: LivingKey) {
  const host = (allowedOrigins[0] ?? '').replace(/^https?:\/\//, '');
  const member = { id: lineage, name: `Website ${host}`, email: '' };
  const actor = { ...member, role: 'salesrep', client, seesAllClients: false, sight: null } as const;
  const scope = await new Scope(database, actor).writingIn();
  await scope.db
    .insertInto('members')
    .values({ ...member, belongs: false })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return scope;
}

const phoneOf = ({ client }: ClientScope, { phone }: Pick<Enquiry, 'phone'>) =>
  phone ? phoneNorm(phone, client.country) : '';

/** Takes in enquiries of one person, and one enquiry sent many times at once, one after the other. */
async function takeTurns(
  { db, client }: ClientScope,
  about: readonly (string | Buffer | null | undefined)[],
): Promise<void> {
  const names = about.filter(Boolean).map((one) => `enquiry ${client.id} ${one?.toString('hex' as 'utf8')}`);
  for (const name of names.sort())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

const contentKey = (fingerprint: Buffer) => `content ${fingerprint.toString('hex')}`;

async function findRepeated(
  { db, user }: ClientScope,
  fingerprint: Buffer,
  idempotencyKey: string | undefined,
): Promise<string | undefined> {
  const since = sql<Date>`now() - make_interval(mins => ${SAME_WITHIN_MINUTES})`;
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint', 'response'])
    .where('user_id', '=', user.id)
    .where('operation', '=', OPERATION)
    .where((eb) =>
      eb.or([
        eb('key', '=', idempotencyKey ?? ''),
        eb.and([eb('key', '=', contentKey(fingerprint)), eb('created_at', '>', since)]),
      ]),
    )
    .execute();
  const other = found.find(({ key }) => key === idempotencyKey);
  if (other && !fingerprint.equals(other.fingerprint))
    throw new Conflict('This key was used for another request.');
  return (found[0]?.response as unknown as { id: string } | undefined)?.id;
}

async function remember(
  { db, user }: ClientScope,
  fingerprint: Buffer,
  idempotencyKey: string | undefined,
  id: string,
): Promise<void> {
  const entry = { user_id: user.id, operation: OPERATION, fingerprint, response: JSON.stringify({ id }) };
  await db
    .insertInto('idempotency_keys')
    .values(
      [contentKey(fingerprint), ...(idempotencyKey ? [idempotencyKey] : [])].map((key) => ({
        ...entry,
        key,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        .doUpdateSet({ response: entry.response, created_at: sql<Date>`now()` }),
    )
    .execute();
}

/** The lead an enquiry belongs to: active ones before archived ones, never one in the trash. */
async function findTwin(scope: ClientScope, { email, phone }: Pick<Enquiry, 'email' | 'phone'>) {
  const query = { email: email ?? undefined, phone: phone ?? undefined };
  return (await findDuplicates(scope, query)).find(({ is_deleted }) => !is_deleted)?.id;
}

/** A new lead without an assignee: the team decides who takes it up. */
function newLead(fields: Omit<Enquiry, 'website' | 'message'>, message: Enquiry['message']): NewLead {
  return { ...fields, ...(message && { notes: message }), assigned_to: null };
}

/**
 * The changes that a new enquiry makes on a known lead: a note, empty fields it can fill, and back from the archive.
 */
function newEnquiry(
  { client }: ClientScope,
  lead: StoredLead,
  fields: Omit<Enquiry, 'website' | 'message'>,
  message: Enquiry['message'],
) {
  const heading = `New enquiry through the website, ${formatDateTime(new Date(), client.timeZone)}`;
  const note = message ? `${heading}:\n${message}` : heading;
  const notes = lead.notes ? `${lead.notes}\n\n${note}` : note;
  const filled = FILLED.filter((key) => lead[key] === null && fields[key]).map((key) => [key, fields[key]]);
  const custom = Object.entries(fields.custom ?? {}).filter(([name]) => !Object.hasOwn(lead.custom, name));
  return {
    ...Object.fromEntries(filled),
    custom: Object.fromEntries(custom),
    ...(notes.length <= LEAD_FIELDS.notes.max && { notes }),
    is_archived: false,
  };
}
