import { v7 as uuidv7 } from 'uuid';
import type { ClientScope } from '#server/db/scope.ts';
import type { OperationKind } from '#server/db/tables.ts';

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
