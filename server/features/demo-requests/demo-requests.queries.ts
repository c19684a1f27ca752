import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { demoRequests } from '#shared/installation/demo-requests.ts';
import { DEMO_TIME_ZONE } from '#shared/installation/demo-slots.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { isId } from '#shared/fields/fields.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findClient } from '#server/db/find-client.ts';
import { openCore } from '#server/db/system-scope.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { asSender } from '#server/features/public-leads/take-enquiry.queries.ts';
import { createLead } from '#server/leads/changes/lead-creation.queries.ts';

/** The author of bookings: a guest of the client, without an account. */
const VISITOR = { id: '00000000-0000-7000-8000-0000000000de', name: 'Book a Demo' };

/** The client that the setting names by id or schema, if it exists and is active. */
export async function findDemoClient(database: Database, setting: string): Promise<ClientRef | undefined> {
  const named = await openCore(database)
    .selectFrom('core.clients')
    .select('id')
    .where(isId(setting) ? 'id' : 'schema_name', '=', setting)
    .executeTakeFirst();
  const client = named && (await findClient(database, named.id));
  return client?.isActive ? client : undefined;
}

/**
 * Stores the booking as a lead, which the client's rules may assign, with the demo as its follow-up; once for
 * each idempotency key. Throws 409 for the key of another booking.
 */
export async function createDemoLead(
  database: Database,
  client: ClientRef,
  { name, email, phone, company, message, starts_at }: BodyOf<typeof demoRequests.create>,
  key?: string,
): Promise<void> {
  const scope = await asSender(database, client, VISITOR);
  const booked = `Demo booked for ${formatDateTime(starts_at, DEMO_TIME_ZONE)} (${DEMO_TIME_ZONE}).`;
  const lead = {
    name,
    email,
    phone: phone || null,
    company_name: company || null,
    source: 'website',
    gender: null,
    notes: message ? `${booked}\n\n${message}` : booked,
    next_followup_date: starts_at,
    assigned_to: null,
  };
  await createLead(scope, lead, key, { leaders: await leadersOf(database, client.id) });
}
