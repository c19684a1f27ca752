import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { LeadSort } from '#shared/leads.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { fieldOptions } from '#server/leads/field-options.queries.ts';
import {
  csvCells,
  csvOptions,
  exportSettings,
  exportColumns,
  joinedNotes,
  joinedTagTexts,
  jsonLine,
} from '#server/features/lead-export/lead-export-columns.ts';
import type { ClientNames } from '#server/features/lead-export/lead-export-columns.ts';
import { leadConditions, leadOrder } from '#server/leads/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/lead-filters.ts';

/** JSON holds neither of these characters raw: as the marks of COPY they let JSON lines through unchanged. */
const JSON_LINES = "FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02'";

export type LeadExport = {
  titles: string[];
  total: number;
  /** Many leads at once, as the database writes them; destroying it gives the connection back. */
  lines: Readable;
  /** Gives the connection back, whether the lines have been read or not. */
  close: () => Promise<void>;
};

/**
 * All matching leads as lines of CSV, or of JSON arrays, under the client's titles, from one snapshot. Throws 422 for
 * filters, and the errors of the first statements, before any line.
 */
export async function exportLeads(
  scope: ReadScope,
  filters: ReadyFilters,
  sort: LeadSort,
  { form, names, withNotes }: { form: 'csv' | 'json'; names: ClientNames; withNotes: boolean },
): Promise<LeadExport> {
  const { configuration } = await fieldOptions(scope);
  const columns = exportColumns(scope, configuration, names, withNotes);
  const where = sql.join(leadConditions(scope, filters), sql` AND `);
  const leads = scope.table('leads');
  const members = scope.table('members');
  const snapshot = await openSnapshot(scope.db);
  try {
    for (const setting of exportSettings(scope)) await snapshot.rows(setting);
    const counted = await snapshot.rows<[number]>(sql`SELECT count(*) FROM ${leads} leads WHERE ${where}`);
    const lines = await snapshot.copy(
      sql`SELECT ${form === 'csv' ? csvCells(columns) : jsonLine(columns)} FROM ${leads} leads
        LEFT JOIN ${members} assignee ON assignee.id = leads.assigned_to
        LEFT JOIN ${members} creator ON creator.id = leads.created_by
        LEFT JOIN ${members} editor ON editor.id = leads.updated_by
        LEFT JOIN ${scope.table('products')} product ON product.id = leads.product_id
        ${joinedTagTexts}
        ${withNotes ? joinedNotes(scope) : sql``}
      WHERE ${where} ORDER BY ${leadOrder(scope, sort)}`,
      form === 'csv' ? csvOptions(columns) : JSON_LINES,
    );
    const total = counted[0]?.[0] ?? 0;
    return { titles: columns.map(({ title }) => title), total, lines, close: snapshot.close };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
