import { sql } from 'kysely';
import type { CustomValue } from '#shared/fields/custom-fields.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import { MAX_NOTE } from '#shared/leads/lead-notes.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { senderActor } from '#server/db/actors.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { Scope } from '#server/db/scope.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { insertNote } from '#server/features/lead-notes/lead-notes.queries.ts';
import { noteOf } from '#server/features/public-leads/enquiry-note.ts';
import type { EnquiryFields, NewEnquiry } from '#server/features/public-leads/enquiry-note.ts';
import { findDuplicates } from '#server/features/lead-duplicates/lead-duplicates.queries.ts';
import type { StoredLead } from '#server/leads/changes/lead-changes.queries.ts';
import { insertLead } from '#server/leads/changes/lead-creation.queries.ts';
import { notify } from '#server/leads/changes/notify.ts';
import { changeLead, lockLead } from '#server/leads/changes/lead-writes.queries.ts';
import { phoneForms } from '#server/phone.ts';

/** Empty fields of a known lead that an enquiry may fill. */
const FILLED = ['email', 'phone', 'company_name', 'designation', 'location', 'budget', 'product_id'] as const;

/**
 * Acts as a sender without an account, as a member in the client's schema, so that leads name their origin.
 */
export async function asSender(
  database: Database,
  client: ClientRef,
  sender: { id: string; name: string },
): Promise<ClientScope> {
  const scope = await new Scope(database, senderActor(client, sender)).writingIn();
  const { id, name, email } = scope.user;
  await scope.db
    .insertInto('members')
    .values({ id, name, email, belongs: false })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return scope;
}

/**
 * Stores an enquiry in the caller's transaction, which must hold the turn (`takeTurns`): a new lead, or a new
 * enquiry from a lead known by email or phone. Notifies the lead's assignee, or else the client's managers
 * and admins, also when the assignee has left.
 */
export async function takeEnquiry(
  inside: ClientScope,
  sent: NewEnquiry,
): Promise<{ leadId: string; isNew: boolean }> {
  const { options, fields, leaders, at } = sent;
  const message = cut(sent.message ?? '');
  const enquiry = { ...sent, message };
  const twin = await findTwin(inside, fields);
  const leadId =
    twin ?? (await insertLead(inside, options, newLead(fields, message), 'api_key', { leaders, at }));
  if (twin) {
    const lead = await lockLead(inside, twin);
    const filled = gapsFilled(lead, fields);
    const after = { ...lead, ...filled, custom: { ...lead.custom, ...filled.custom } };
    const body = noteOf(inside.client, after, enquiry);
    const notes = lead.notes ? `${lead.notes}\n\n${body}` : body;
    const fits = notes.length <= LEAD_FIELDS.notes.max;
    const change = { ...filled, is_archived: false, ...(fits && { notes }) };
    await changeLead(inside, options, twin, change, { via: 'api_key' });
    // Nothing that somebody asked is dropped, and nothing that a colleague has written is cut.
    if (!fits) await insertNote(inside, { leadId: twin, body });
  }
  const taken = { leadId, isNew: twin === undefined };
  const rows = sql`
    SELECT m.id AS user_id, l.id AS lead_id FROM ${inside.table('leads')} l
      LEFT JOIN ${inside.table('members')} owner ON owner.id = l.assigned_to AND owner.is_active
      JOIN ${inside.table('members')} m ON m.id = owner.id OR (owner.id IS NULL AND m.id = ANY(${leaders}::uuid[]))
    -- of a new lead they may have been notified when it was assigned, or could not be
    WHERE l.id = ${leadId} AND NOT (${taken.isNew}::boolean AND EXISTS (
      SELECT 1 FROM ${inside.table('notifications')} told WHERE told.lead_id = l.id AND told.user_id = m.id))`;
  await notify(inside, 'enquiry', rows).execute(inside.db);
  return taken;
}

/** The notes field is large but limited, and values that no field could hold are part of the message. */
const cut = (text: string) => (text.length > MAX_NOTE ? `${text.slice(0, MAX_NOTE)}…` : text);

/**
 * Processes enquiries from one person, and simultaneous copies of one enquiry (`same`), one at a time. They wait for locks
 * nearly as long as a statement may run: portals and telephone systems may send only once.
 */
export async function takeTurns(
  { db, client }: ClientScope,
  { email, phone }: Pick<EnquiryFields, 'email' | 'phone'>,
  same: readonly string[],
): Promise<void> {
  const numbers = phone ? phoneForms(phone, client.country) : [];
  const about = [email && normaliseEmail(email), ...numbers, ...same];
  const names = about.filter(Boolean).map((one) => `enquiry ${client.id} ${one}`);
  await sql`SET LOCAL lock_timeout = '6s'`.execute(db);
  for (const name of names.toSorted()) await takeTurn(db, name);
}

/** The lead an enquiry belongs to: active before archived, never one in the trash. */
async function findTwin(scope: ClientScope, { email, phone }: Pick<EnquiryFields, 'email' | 'phone'>) {
  const query = { email: email ?? undefined, phone: phone ?? undefined };
  return (await findDuplicates(scope, query)).find(({ is_deleted }) => !is_deleted)?.id;
}

/**
 * A new lead, unassigned unless the sender sets an assignee: the client's rules assign it, or the team picks
 * it up.
 */
function newLead(fields: EnquiryFields, message: NewEnquiry['message']): NewLead {
  return { assigned_to: null, ...fields, ...(message && { notes: message }) };
}

/** The empty fields of a known lead with the values that a new enquiry has for them. */
function gapsFilled(lead: StoredLead, fields: EnquiryFields) {
  const filled = FILLED.filter((key) => lead[key] === null && fields[key]).map(
    (key) => [key, fields[key]] as const,
  );
  const custom = Object.entries(fields.custom ?? {}).filter(
    (entry): entry is [string, CustomValue] => entry[1] !== null && !Object.hasOwn(lead.custom, entry[0]),
  );
  return { ...Object.fromEntries(filled), custom: Object.fromEntries(custom) };
}
