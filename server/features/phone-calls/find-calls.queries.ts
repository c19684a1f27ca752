import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';
import type { CallResult, PhoneCallRow } from '#server/db/tables/source-tables.ts';
import { hasNumber } from '#server/leads/known-numbers.ts';

export type StoredCall = Selectable<PhoneCallRow>;

/** A telephone system's news of a call. */
export type CallEvent = {
  /** The telephone system's own number of the call. */
  callId: string;
  /** The one phone of the call that the event is about; absent for the call as a whole. */
  leg?: string | undefined;
  state: StoredCall['state'];
  direction?: StoredCall['direction'] | undefined;
  from: string;
  to: string;
  agent: string;
  /** How the call, or the leg, has ended. */
  result?: CallResult | undefined;
  seconds?: number | undefined;
  recording?: string | undefined;
  /** When the call began, as the telephone system says. */
  at?: Date | undefined;
  receivedAt: Date;
};

/** The source of an event, as far as a call needs it. */
export type CallSource = {
  id: string;
  name: string;
  lead_source: string | null;
  product_id: string | null;
  owner_id: string | null;
  creates_leads: boolean;
  /** The number that leads see, which is nobody's. */
  ownNumber: string;
};

/** The call of an event, by the telephone system's number of it; locked within a transaction that changes it. */
export async function findCall(
  { db }: ClientScope,
  sourceId: string,
  { callId }: Pick<CallEvent, 'callId'>,
  { isLocked = false } = {},
): Promise<StoredCall | undefined> {
  return await db
    .selectFrom('phone_calls')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('provider_id', '=', callId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The marked number of a call that the page has begun, until the telephone system's own is known. */
export const RING = 'ring ';

/** A call that the page has begun a moment ago with these two, and of which the telephone system tells for the first time. */
export async function adoptRing(
  { db }: ClientScope,
  sourceId: string,
  { agent, number }: { agent: string | null; number: string | null },
  { callId, direction }: CallEvent,
): Promise<StoredCall | undefined> {
  // The customer may call just when the agent does.
  if (!agent || !number || direction === 'inbound') return undefined;
  return await db
    .updateTable('phone_calls')
    .set({ provider_id: callId })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('phone_calls')
        .select('id')
        .where('source_id', '=', sourceId)
        .where('provider_id', 'like', `${RING}%`)
        .where('agent_id', '=', agent)
        .where('number', '=', number)
        .where('created_at', '>', sql<Date>`now() - interval '5 minutes'`)
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The living leads with a number, open before archived and latest first, with their assignees. */
export async function leadsWith(
  scope: ClientScope,
  number: string | null,
): Promise<{ id: string; assigned_to: string | null }[]> {
  if (!number) return [];
  const { rows } = await sql<{ id: string; assigned_to: string | null }>`
    SELECT l.id, l.assigned_to FROM ${scope.table('leads')} l WHERE ${hasNumber('l', [number])} AND l.deleted_at IS NULL
    ORDER BY l.is_archived, l.updated_at DESC, l.id LIMIT 20
  `.execute(scope.db);
  return rows;
}
