import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Each line of the audit log names the client it belongs to, whose newest lines are found by an index. */
export const auditClients: CoreMigration = {
  name: '0040-audit-clients',
  sql: () => `
    UPDATE core.audit a SET client_id = found.client_id
      FROM (
        SELECT line.id, coalesce(actor.client_id, program.client_id, person.client_id) AS client_id
          FROM core.audit line
          LEFT JOIN core.users actor ON actor.id = line.actor_id
          LEFT JOIN core.service_tokens program ON program.id = line.actor_id
          LEFT JOIN core.users person ON person.id = line.object_id
          WHERE line.client_id IS NULL
      ) found
      WHERE found.id = a.id AND found.client_id IS NOT NULL;
    CREATE INDEX audit_client ON core.audit (client_id, at, id);
  `,
};
