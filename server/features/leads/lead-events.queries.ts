import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { customKey } from '#shared/custom-fields.ts';
import type { CustomValues } from '#shared/custom-fields.ts';
import { LEAD_FIELD_KEYS } from '#shared/lead-fields.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ChangeKind, ChangeVia, LeadBefore, LeadRow, OperationKind } from '#server/db/tables.ts';

export type StoredLead = Selectable<LeadRow>;

/** Set by the server with every write; nobody looks for them in a history. */
const BOOKKEEPING = new Set(['updated_at', 'updated_by', 'created_at', 'created_by']);

/** The columns of a lead a history names, and an undo puts back. */
export const TRACKED_COLUMNS = LEAD_FIELD_KEYS.filter((key) => !BOOKKEEPING.has(key));
/** Columns that follow from tracked ones and return with them. */
export const FOLLOWING_COLUMNS = ['email_norm', 'phone_norm', 'deleted_at', 'deleted_by'] as const;

export type Change = { changes: Record<string, [unknown, unknown]>; before: LeadBefore };

/** What differs between two states of a lead: for the history, and for an undo. */
export function difference(before: StoredLead, after: StoredLead): Change {
  const changes: Change['changes'] = {};
  const were: LeadBefore = {};
  for (const column of [...TRACKED_COLUMNS, ...FOLLOWING_COLUMNS]) {
    const [old, now] = [before[column], after[column]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    were[column] = old;
    if (!(FOLLOWING_COLUMNS as readonly string[]).includes(column)) changes[column] = [old, now];
  }
  const custom = customChanges(before.custom, after.custom);
  if (Object.keys(custom).length > 0) were['custom'] = before.custom;
  return { changes: { ...changes, ...custom }, before: were };
}

/** Values of the client's own fields that differ, each under the key of its field. */
function customChanges(before: CustomValues, after: CustomValues): Change['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name): [string, [unknown, unknown]][] => {
      const [old, now] = [before[name] ?? null, after[name] ?? null];
      return JSON.stringify(old) === JSON.stringify(now) ? [] : [[customKey(name), [old, now]]];
    }),
  );
}

export type LeadEvent = {
  leadId: string;
  kind: ChangeKind;
  via: ChangeVia;
  operationId?: string;
  changes?: Change['changes'];
};

/** Adds one line to a lead's history, in the transaction of the change. */
export async function recordEvent(scope: ClientScope, event: LeadEvent): Promise<void> {
  await scope.db.insertInto('lead_events').values(eventRow(scope, event)).execute();
}

export function eventRow(scope: ClientScope, { leadId, kind, via, operationId, changes }: LeadEvent) {
  return {
    id: uuidv7(),
    lead_id: leadId,
    user_id: scope.user.id,
    kind,
    via,
    operation_id: operationId ?? null,
    changes: changes ? JSON.stringify(changes) : null,
  };
}

export type NewOperation = {
  kind: OperationKind;
  leads: number;
  summary: string;
  details?: Record<string, unknown>;
};

/** Opens an operation that can be undone; its leads are added by whoever changes them. */
export async function recordOperation(scope: ClientScope, operation: NewOperation): Promise<string> {
  const id = uuidv7();
  const { details, ...rest } = operation;
  await scope.db
    .insertInto('operations')
    .values({
      id,
      user_id: scope.user.id,
      details: details ? JSON.stringify(details) : null,
      undone_by: null,
      ...rest,
    })
    .execute();
  return id;
}
