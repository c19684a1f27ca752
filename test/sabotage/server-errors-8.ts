import type { SmallError } from '#test/sabotage/small-error.ts';

const kind = 'visibility';
const matrix = ['test/visibility.test.ts'];
const rules = ['server/features/lead-visibility/lead-visibility.test.ts'];
const rows = 'server/db/visible-rows.ts';

export const SERVER_8: readonly SmallError[] = [
  {
    id: 'sight-nobody',
    kind,
    file: rows,
    from: '  return nobody ? sql',
    to: '  return nobody || column ? sql',
    breaks: 'leads of nobody are seen by people who see own leads alone',
    tests: matrix,
  },
  {
    id: 'sight-days',
    kind,
    file: rows,
    from: 's.deleted_at IS NULL AND ${isSeen(sight, sql`s.assigned_to`)} GROUP BY',
    to: 's.deleted_at IS NULL GROUP BY',
    breaks: "the trend counts everybody's leads",
    tests: matrix,
  },
  {
    id: 'sight-notifications',
    kind,
    file: rows,
    from: 's.lead_id IS NULL OR ${ofLead}',
    to: 's.lead_id IS NOT NULL OR ${ofLead}',
    breaks: 'a notification goes on naming a lead that is not seen any more',
    tests: matrix,
  },
  {
    id: 'sight-role',
    kind,
    file: 'server/sight.ts',
    from: 'salesrep: row.salesreps_see',
    to: 'salesrep: row.managers_see',
    breaks: 'sales reps see what managers see',
    tests: rules,
  },
  {
    id: 'sight-transaction',
    kind,
    file: 'server/db/scope.ts',
    from: 'await work(clientScope(user, client, trx, sight))',
    to: 'await work(clientScope(user, client, trx, null))',
    breaks: 'a write reaches leads that are not seen',
    tests: matrix,
  },
  {
    id: 'sight-hint',
    kind,
    file: 'server/features/lead-duplicates/lead-duplicates.queries.ts',
    from: 'if (!scope.sight?.hints) return false;',
    to: 'if (!scope.sight) return false;',
    breaks: 'the hint at a colleague comes also where the company does not want it',
    tests: matrix,
  },
  {
    id: 'sight-import',
    kind,
    file: 'server/features/lead-import/import-plan.queries.ts',
    from: 'WHEN is_hidden AND (${update_existing} OR ${skip_duplicates})',
    to: 'WHEN is_hidden AND ${skip_duplicates} AND NOT ${update_existing}',
    breaks: "an import changes a colleague's lead that its user does not see",
    tests: rules,
  },
  {
    id: 'sight-streams',
    kind,
    file: 'server/features/events/events.queries.ts',
    from: ' ${JSON.stringify(sight)}`',
    to: ' ${String(sight === undefined)}`',
    breaks: 'an open page goes on showing leads that are not seen any more',
    tests: rules,
  },
  {
    id: 'team-circle',
    kind,
    file: 'server/features/users/teams.queries.ts',
    from: '  if (found.is_below) throw refused(BELOW);\n',
    to: '',
    breaks: 'two people stand above each other',
    tests: ['server/features/users/user-changes.test.ts'],
  },
];
