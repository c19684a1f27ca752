import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ClientScope } from '#server/db/scope.ts';
import type { OperationKind } from '#server/db/tables/client-tables.ts';

export type NewOperation = {
  kind: OperationKind;
  leads: number;
  summary: string;
  details?: Record<string, unknown>;
};

/** Opens an undoable operation; each change adds its leads. */
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

/**
 * After an undo, its leads are as the operations before it left them: those can be undone next, unless a user
 * has changed a lead in between.
 */
export async function uncoverEarlier(
  scope: ClientScope,
  operationId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    UPDATE ${scope.stored('operation_leads')} earlier SET version = earlier.version + l.version - (undone.version - 1)
    FROM ${scope.table('operation_leads')} undone JOIN ${scope.table('leads')} l ON l.id = undone.lead_id
    WHERE undone.operation_id = ${operationId}::uuid AND undone.lead_id = ANY(${ids}::uuid[])
      AND earlier.lead_id = undone.lead_id AND earlier.operation_id <> undone.operation_id AND earlier.version < undone.version
  `.execute(scope.db);
}
