import { sql } from 'kysely';
import type { ContactsShown, Exporters, Visibility } from '#shared/leads/lead-visibility.ts';
import { isAdmin, isRep } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import type { Sight } from '#server/db/visibility/visible-rows.ts';

/**
 * The columns from which `sightOf` derives whose leads a user sees, for a query of users `u` and their
 * clients `c`. Reads teams only in companies that restrict visibility to teams.
 */
export const SIGHT_COLUMNS = [
  'c.managers_see',
  'c.salesreps_see',
  'c.hints_of_colleagues',
  'c.exports_by',
  'c.salesrep_contacts',
  sql<string[] | null>`CASE WHEN 'team' IN (c.managers_see, c.salesreps_see) THEN ARRAY(
    WITH RECURSIVE team AS (
      SELECT u.id UNION SELECT below.id FROM team JOIN core.users below ON below.manager_id = team.id AND below.client_id = u.client_id
    ) SELECT id FROM team ORDER BY id
  ) END`.as('team'),
] as const;

type Row = {
  managers_see: Visibility | null;
  salesreps_see: Visibility | null;
  hints_of_colleagues: boolean | null;
  team: string[] | null;
};

/**
 * The leads that a user sees, by role and the client's settings: admins see the company's. A team is a user
 * and everybody below.
 */
export function sightOf(
  row: Row,
  { id, role }: { id: string; role: Role },
): { visibility: Visibility; sight: Sight | null } {
  const chosen = { manager: row.managers_see, salesrep: row.salesreps_see, admin: null, superadmin: null };
  const visibility = chosen[role] ?? 'company';
  if (visibility === 'company') return { visibility, sight: null };
  const isTeam = visibility === 'team';
  return {
    visibility,
    sight: {
      people: isTeam ? (row.team ?? [id]) : [id],
      nobody: isTeam && role === 'manager',
      hints: row.hints_of_colleagues ?? false,
    },
  };
}

/** Whether a user reads masked phone numbers and emails of leads, by role and the client's settings. */
export const masksContacts = (shown: ContactsShown | null, role: Role): boolean =>
  isRep(role) && shown === 'masked';

/** Whether a user may export leads, by role and the client's settings. */
export function mayExport(exportsBy: Exporters | null, role: Role): boolean {
  if (exportsBy === 'admins') return isAdmin(role);
  return exportsBy !== 'managers' || !isRep(role);
}
