import { sql } from 'kysely';
import type { AuditAction } from '#shared/accounts/audit.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { ClosedCore } from '#server/db/system-scope.ts';

export type AuditEntry = {
  action: AuditAction;
  actor?: { id: string; role: string } | undefined;
  /** Default: the client of the actor, else of the person concerned. */
  clientId?: string | null;
  objectId?: string | undefined;
  details?: Record<string, string | number | boolean | null | undefined> | undefined;
  requestId?: string;
  address?: string;
};

/** Writes lines to the audit log, in one statement; the request role may only add lines. */
export async function audit(core: ClosedCore, ...entries: readonly AuditEntry[]): Promise<void> {
  await auditLines(core, ...entries).execute();
}

/** The statement that adds lines to the audit log, for the owner's transactions. */
export function auditLines(core: ClosedCore, ...entries: readonly AuditEntry[]) {
  return openCore({ core })
    .insertInto('core.audit')
    .values(
      entries.map((entry) => ({
        action: entry.action,
        actor_id: entry.actor?.id ?? null,
        actor_role: entry.actor?.role ?? null,
        client_id: entry.clientId ?? clientOf(entry),
        object_id: entry.objectId ?? null,
        details: entry.details ? JSON.stringify(entry.details) : null,
        request_id: entry.requestId ?? null,
        address: entry.address ?? null,
      })),
    );
}

const clientOf = ({ actor, objectId }: AuditEntry) => sql<string | null>`coalesce(
  (SELECT client_id FROM core.users WHERE id = ${actor?.id ?? null}),
  (SELECT client_id FROM core.service_tokens WHERE id = ${actor?.id ?? null}),
  (SELECT client_id FROM core.users WHERE id = ${objectId ?? null}))`;
