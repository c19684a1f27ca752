import { sql } from 'kysely';
import type { LeadFilters, LeadSort } from '#shared/leads.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import type { Snapshot } from '#server/db/snapshot.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { fieldOptions } from '#server/features/configurations/field-configuration.queries.ts';
import { csvLine, exportColumns, jsonLine } from '#server/features/leads/lead-export-columns.ts';
import { readyFilters } from '#server/features/leads/lead-next-step.queries.ts';
import { leadConditions, leadOrder } from '#server/features/leads/lead-filters.ts';

/** Rows fetched at a time: about a megabyte. */
const FETCH = sql`FETCH 2000 FROM lead_export`;

export type LeadExport = {
  titles: string[];
  total: number;
  /** Lines of many leads at once; ending the iteration early gives the connection back. */
  lines: AsyncGenerator<string, void, undefined>;
  /** For whoever never begins to iterate. */
  close: () => Promise<void>;
};

/**
 * All matching leads as lines of CSV, or of JSON arrays, under the client's titles, from one snapshot. Throws 422 for
 * filters, and what the first statements throw, before any line.
 */
export async function exportLeads(
  scope: ReadScope,
  query: LeadFilters & LeadSort,
  form: 'csv' | 'json',
): Promise<LeadExport> {
  const { configuration } = await fieldOptions(scope);
  const columns = exportColumns(scope, configuration);
  const where = sql.join(leadConditions(scope, await readyFilters(scope, query)), sql` AND `);
  const leads = scope.table('leads');
  const members = scope.table('members');
  const snapshot = await openSnapshot(scope.db);
  try {
    await snapshot.rows(sql`
      DECLARE lead_export NO SCROLL CURSOR FOR
      SELECT ${form === 'csv' ? csvLine(columns) : jsonLine(columns)} FROM ${leads} leads
        LEFT JOIN ${members} assignee ON assignee.id = leads.assigned_to
        LEFT JOIN ${members} creator ON creator.id = leads.created_by
        LEFT JOIN ${members} editor ON editor.id = leads.updated_by
        LEFT JOIN ${scope.table('products')} product ON product.id = leads.product_id
      WHERE ${where} ORDER BY ${leadOrder(scope, query)}
    `);
    const counted = await snapshot.rows<[number]>(sql`SELECT count(*) FROM ${leads} leads WHERE ${where}`);
    const lines = batches(snapshot, await fetchLines(snapshot));
    const total = counted[0]?.[0] ?? 0;
    return { titles: columns.map(({ title }) => title), total, lines, close: snapshot.close };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

/** The next batch is on its way while the reader takes one. */
async function* batches(snapshot: Snapshot, first: string): AsyncGenerator<string, void, undefined> {
  try {
    for (let lines = first; lines !== '';) {
      const next = fetchLines(snapshot);
      // Its failure is heard below, unless the reader has gone by then.
      next.catch(() => {});
      yield lines;
      lines = await next;
    }
  } finally {
    await snapshot.close();
  }
}

async function fetchLines(snapshot: Snapshot): Promise<string> {
  const rows = await snapshot.rows<[string]>(FETCH);
  return rows.map(([line]) => line).join('');
}
