import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { InvalidInput } from '#server/errors.ts';

const refused = (message: string) => new InvalidInput([{ field: 'managerId', message }]);
const NOT_A_MANAGER = 'Choose another active user of this client.';
const BELOW = 'This person already reports to the user. Reporting lines can’t form a circle.';

/** A user and everybody below, at any depth, as a subquery of ids; `root` is the user's id. */
export const teamOf = (root: string) => sql<string>`(
  WITH RECURSIVE team AS (
    SELECT id, client_id FROM core.users WHERE id = ${root}::uuid
    UNION SELECT below.id, below.client_id FROM team JOIN core.users below ON below.manager_id = team.id AND below.client_id = team.client_id
  ) SELECT id FROM team)`;

type Place = { id: string; clientId: string | null; managerId: string | null };

/**
 * Throws 422 unless the manager is an active user of the same client who does not work below the user.
 * Changes of a client's teams run one at a time, so that two of them cannot create a cycle.
 */
export async function checkManager(
  trx: Transaction<CoreTables>,
  { id, clientId, managerId }: Place,
): Promise<void> {
  if (managerId === null) return;
  await takeTurn(trx, `team ${clientId}`);
  const found = await trx
    .selectFrom('core.users')
    .select(sql<boolean>`id IN ${teamOf(id)}`.as('is_below'))
    .where('id', '=', managerId)
    .where('client_id', '=', clientId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!found || managerId === id) throw refused(NOT_A_MANAGER);
  if (found.is_below) throw refused(BELOW);
}

/**
 * Users who worked directly below a user who leaves the client move to that user's manager, if there is one.
 */
export async function passTeamOn(trx: Transaction<CoreTables>, id: string): Promise<void> {
  await sql`
    UPDATE core.users SET manager_id = (SELECT manager_id FROM core.users WHERE id = ${id}) WHERE manager_id = ${id}
  `.execute(trx);
}

/** The users below a user, at any depth. */
export async function listTeam(scope: SystemScope, root: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT team.id FROM ${teamOf(root)} team WHERE team.id <> ${root}::uuid`.execute(openCore(scope));
  return rows.map(({ id }) => id);
}

/**
 * The leader of each user of a client: users who lead somebody are in their own team, all others in their
 * manager's, if there is one.
 */
export async function listLeaders(scope: SystemScope, clientId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; leader: string }>`
    SELECT u.id, CASE WHEN EXISTS (SELECT 1 FROM core.users below WHERE below.manager_id = u.id AND below.client_id = u.client_id)
      THEN u.id ELSE u.manager_id END AS leader
    FROM core.users u WHERE u.client_id = ${clientId}
  `.execute(openCore(scope));
  return new Map(rows.filter(({ leader }) => leader !== null).map(({ id, leader }) => [id, leader]));
}
