import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { GUARDED_PATTERN } from '#server/spreadsheets/formula-guard.ts';

/**
 * Text as a cell that no spreadsheet runs as a formula, in SQL. Most texts begin with a letter or digit,
 * which a fast check detects; the pattern checks the others.
 */
export function guardedCell(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ascii(${text}) BETWEEN 65 AND 122 THEN ${text}
    WHEN ascii(${text}) NOT BETWEEN 48 AND 57 AND ascii(${text}) NOT BETWEEN 2304 AND 3583 AND ${text} ~ ${GUARDED_PATTERN}::text THEN '''' || ${text} ELSE ${text} END`;
}
