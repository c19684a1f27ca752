import { sql } from 'kysely';
import { CallLog } from '#shared/activities/call-logs.ts';
import { Lead } from '#shared/leads/lead.ts';
import { Reminder } from '#shared/activities/reminders.ts';
import type { WebhookEvent } from '#shared/company/webhooks.ts';
import { companyActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findCalls } from '#server/features/call-logs/call-logs.queries.ts';
import { presentedReminders } from '#server/features/reminders/reminders.queries.ts';
import type { Claimed } from '#server/features/webhooks/webhook-work.queries.ts';
import { presentedLeads } from '#server/leads/list/leads.queries.ts';

type Row = { id: string };
type Look = (scope: ReadScope, ids: readonly string[]) => Promise<readonly Row[]>;
/** An event's rows in the API's form, and the properties that may be sent. */
type Told = { look: Look; shape: object };

const leads: Told = {
  shape: Lead.shape,
  look: async (scope, ids) => {
    const found = sql`WHERE leads.id = ANY(${ids}::uuid[]) AND leads.deleted_at IS NULL`;
    return (await (await presentedLeads(scope, scope.table('leads'), found)).execute(scope.db)).rows;
  },
};
const calls: Told = { shape: CallLog.shape, look: findCalls };
const followUps: Told = {
  shape: Reminder.shape,
  look: async (scope, ids) => {
    const found = sql`WHERE reminders.id = ANY(${ids}::uuid[])`;
    return (await presentedReminders(scope, scope.table('reminders'), found).execute(scope.db)).rows;
  },
};

const TOLD: Readonly<Record<WebhookEvent, Told>> = {
  'lead.created': leads,
  'lead.changed': leads,
  'call.logged': calls,
  'follow_up.due': followUps,
};

/**
 * The body of a delivery, with the current rows; only the id of a row that has since been deleted or is in
 * the trash.
 */
export async function bodyOf(
  database: Database,
  client: ClientRef,
  { id, event, objects, created_at }: Pick<Claimed, 'id' | 'event' | 'objects' | 'created_at'>,
): Promise<string> {
  const scope = await new Scope(database, companyActor(client)).reading();
  const byName: Readonly<Record<string, Told>> = TOLD;
  const told = byName[event];
  const ids = objects.map((object) => object.id);
  const rows = told && ids.length > 0 ? await told.look(scope, ids) : [];
  const found = new Map(rows.map((row) => [row.id, visible(row, told?.shape ?? {})]));
  const data = objects.map((object) => ({
    ...(found.get(object.id) ?? { id: object.id, is_deleted: true }),
    ...(object.changed && { changed: object.changed }),
  }));
  return JSON.stringify({ id, event, at: created_at, client_id: client.id, data });
}

/** A row without the columns that its contract omits. */
function visible(row: Row, shape: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in shape));
}
