import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { RETRIED } from '#shared/company/sources.ts';
import type { Outcome } from '#shared/company/sources.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { Conflict, HttpError, NotFound } from '#server/errors.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { asSender, takeEnquiry, takeTurns } from '#server/features/public-leads/take-enquiry.queries.ts';
import { mapAnswers } from '#server/features/sources/map-answers.ts';
import type { Mapped } from '#server/features/sources/map-answers.ts';
import { MAX_ANSWERS } from '#server/features/sources/portals/portal.ts';
import { readPart } from '#server/features/sources/portals/portals.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';
import { UNKNOWN_DELIVERY } from '#server/features/sources/source-log.queries.ts';
import { findAssignee } from '#server/leads/owners/assignees.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

/** Identical content within this number of minutes counts as sent twice, if the portal assigns no ids. */
const SAME_WITHIN_MINUTES = 10;
const IS_TEST = 'The portal’s test arrived. Tests create no lead.';
/** The reason of a delivery without contact details. */
export const NO_CONTACT =
  'This delivery has no email address or phone number. Match the fields, then try again.';
const MANY_ANSWERS = `More than ${MAX_ANSWERS} values were sent. The rest is kept only in this delivery.`;
/** The reason of a delivery that an unexpected error has stopped. */
export const BROKEN = 'The server couldn’t process this delivery. Please try again.';
const DONE = 'This delivery has been processed in the meantime.';

/** The portals' names, used as the source of a lead. */
const LEAD_SOURCES: Readonly<Record<string, string>> = {
  google_ads: 'Google Ads',
  indiamart: 'IndiaMART',
  justdial: 'JustDial',
  facebook: 'Facebook',
};

type Result = { outcome: Outcome; reason: string | null; lead_id: string | null };

/**
 * A part of a delivery; `id` if it already has a log line, `newId` for the line to create. `at`: when it was
 * received, unless now. `isRead`: the server itself read the lead from the portal, so a known lead, or a refused
 * one, is nothing new.
 */
export type Part = { part: unknown; id?: string | undefined; newId?: string; at?: Date; isRead?: true };

/**
 * Processes one lead of a delivery and logs the outcome, in one transaction: a new lead, a new enquiry from a
 * known person, or nothing new. Returns the log line's id. An unexpected error is logged and thrown, so that
 * the portal sends again.
 */
export async function takeDelivery(database: Database, source: LivingSource, part: Part): Promise<string> {
  const scope = await asSender(database, source.client, source);
  const reading = readPart(source.kind, part.part);
  const received = JSON.stringify(part.part);
  const line = part.id ?? part.newId;
  try {
    if (reading.isTest) {
      const test = { outcome: 'test', reason: IS_TEST, lead_id: null } as const;
      return await note(scope, source.id, { ...test, received, id: line });
    }
    return await takeIn(database, scope, source, { reading, received, ...part });
  } catch (error) {
    const isRefusal = error instanceof HttpError && error.status < 500;
    if (part.id && (error instanceof Conflict || error instanceof NotFound)) throw error;
    const reason = isRefusal ? error.message : BROKEN;
    const failed = { outcome: 'failed', reason, lead_id: null, received } as const;
    const id = await note(scope, source.id, { ...failed, id: line });
    if (isRefusal) return id;
    throw error;
  }
}

type Reading = ReturnType<typeof readPart>;
type Taken = Part & { reading: Reading; received: string };

async function takeIn(
  database: Database,
  scope: ClientScope,
  source: LivingSource,
  { reading, received, id: known, newId, isRead }: Taken,
): Promise<string> {
  const id = known ?? newId;
  const options = await fieldOptions(scope);
  const mapped = mapAnswers(reading.answers, source.mapping, options, source.client.timeZone);
  const { email, phone } = mapped.fields;
  const number = numberOf(mapped, reading);
  if (!email && !phone) {
    // Portals list their enquiries more than once.
    if (isRead && (await findNumber(scope, source.id, `refused ${number}`))) return '';
    const refused = { outcome: 'refused', reason: NO_CONTACT, lead_id: null } as const;
    const line = await note(scope, source.id, { ...refused, received, id });
    if (isRead) await rememberNumber(scope, source.id, `refused ${number}`, null);
    return line;
  }
  const leaders = await leadersOf(database, source.client.id);
  return await scope.transaction(async (inside) => {
    await takeTurns(inside, mapped.fields, [`${source.id} ${number}`]);
    if (known) await claimLine(inside, known);
    const lead = await findNumber(inside, source.id, number);
    if (lead && isRead) return lead.lead_id ?? '';
    if (lead) {
      const again = { outcome: 'known', reason: null, lead_id: lead.lead_id } as const;
      return await note(inside, source.id, { ...again, received, id });
    }
    const { fields, message, product, remarks } = await withDefaults(inside, source, mapped);
    const enquiry = { options, fields, message, product, through: source.name, leaders };
    const { leadId, isNew } = await takeEnquiry(inside, enquiry);
    await rememberNumber(inside, source.id, number, leadId);
    const outcome = isNew ? 'new_lead' : 'new_enquiry';
    const reason = [...remarks, ...(reading.hasMore ? [MANY_ANSWERS] : [])].join(' ') || null;
    return await note(inside, source.id, { outcome, reason, lead_id: leadId, received, id });
  });
}

/**
 * The portal's id of the lead; an id that is only likely, with a digest of the contact; without either, a
 * digest of the content.
 */
function numberOf(mapped: Mapped, reading: Reading): string {
  const { fields, message } = mapped;
  const portalId = mapped.portalId ?? reading.portalId;
  if (portalId) return `id ${portalId.slice(0, 200)}`;
  if (reading.likelyId)
    return `id ${reading.likelyId.slice(0, 200)} of ${digestOf([fields.email, fields.phone])}`;
  return `content ${digestOf([fields, message])}`;
}

const digestOf = (values: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** The lead with this id; a permanently deleted one still counts as known. */
async function findNumber({ db }: ClientScope, sourceId: string, number: string) {
  const soon = sql<boolean>`(portal_id NOT LIKE 'content %' OR at > now() - make_interval(mins => ${SAME_WITHIN_MINUTES}))`;
  return await db
    .selectFrom('source_leads')
    .select('lead_id')
    .where('source_id', '=', sourceId)
    .where('portal_id', '=', number)
    .where(soon)
    .executeTakeFirst();
}

async function rememberNumber({ db }: ClientScope, sourceId: string, number: string, leadId: string | null) {
  await db
    .insertInto('source_leads')
    .values({ id: uuidv7(), source_id: sourceId, portal_id: number, lead_id: leadId })
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'portal_id']).doUpdateSet({ lead_id: leadId, at: new Date() }),
    )
    .execute();
}

/** The lead's fields merged with the source's defaults; a product given as text is looked up by name. */
async function withDefaults(inside: ClientScope, source: LivingSource, mapped: Mapped) {
  const { fields, product: words } = mapped;
  const found = await findProduct(inside, source, words);
  const owner = source.owner_id ? await findAssignee(inside, source.owner_id) : undefined;
  const isUnknown = words !== undefined && !found?.isAskedFor;
  const remarks = [
    ...mapped.remarks,
    ...(isUnknown ? [`The product "${words.slice(0, 100)}" is not in your list; it is in the notes.`] : []),
    ...(source.owner_id && !owner?.mayTake
      ? ['This source’s assignee can’t get leads any more. Choose someone else under Edit.']
      : []),
  ];
  const name = fields.name || fields.email || fields.phone || source.name;
  const lead: NewLead = {
    ...fields,
    name,
    source: source.lead_source ?? LEAD_SOURCES[source.kind] ?? source.name,
    product_id: found?.id ?? null,
    assigned_to: owner?.mayTake ? source.owner_id : null,
  };
  const message = [mapped.message, isUnknown ? `Product: ${words}` : ''].filter(Boolean).join('\n');
  return { fields: lead, message, product: isUnknown ? undefined : words, remarks };
}

async function findProduct({ db }: ClientScope, { product_id }: LivingSource, words: string | undefined) {
  const living = db.selectFrom('products').select('id').where('deleted_at', 'is', null);
  const asked = words
    ? await living
        .where(sql<string>`lower(name)`, '=', words.toLowerCase())
        .where('is_active', '=', true)
        .executeTakeFirst()
    : undefined;
  if (asked) return { id: asked.id, isAskedFor: true };
  const own = product_id && (await living.where('id', '=', product_id).executeTakeFirst());
  return own ? { id: own.id, isAskedFor: false } : undefined;
}

type Line = Result & { received: string | null; id?: string | undefined; phone_call_id?: string };

/** Writes a log line, or updates the outcome of an existing one. */
export async function note({ db }: Pick<ClientScope, 'db'>, sourceId: string, line: Line): Promise<string> {
  const { id = uuidv7(), ...values } = line;
  await db
    .insertInto('source_deliveries')
    .values({ id, source_id: sourceId, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  return id;
}

/**
 * Writes log lines for parts of a delivery that were not processed, so that they can be retried; parts with a
 * line keep it.
 */
export async function noteFailed(
  { db }: Pick<ClientScope, 'db'>,
  sourceId: string,
  parts: readonly { part: unknown; newId: string }[],
): Promise<void> {
  const failed = { source_id: sourceId, outcome: 'failed', reason: BROKEN, lead_id: null } as const;
  await db
    .insertInto('source_deliveries')
    .values(parts.map(({ part, newId: id }) => ({ ...failed, id, received: JSON.stringify(part) })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Locks a log line for a retry. Throws 404, and 409 for one that has become a lead meanwhile. */
export async function claimLine({ db }: ClientScope, id: string): Promise<void> {
  const line = await db
    .selectFrom('source_deliveries')
    .select('outcome')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!line) throw new NotFound(UNKNOWN_DELIVERY);
  if (!RETRIED.includes(line.outcome)) throw new Conflict(DONE);
}
