import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { WON_STATUSES } from '#shared/lead-options.ts';

/** Whether a status counts as won, in SQL: `statusMeaning` folds spelling the same way, 'Closed Won' is closed_won. */
export function isWon(status: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(regexp_replace(lower(btrim(${status})), '[[:space:]_-]+', '_', 'g') = ANY(${WON_STATUSES}))`;
}
