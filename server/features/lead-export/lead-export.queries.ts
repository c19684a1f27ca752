import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { ExportFormat } from '#shared/leads/lead-export.ts';
import type { LeadSort } from '#shared/leads/leads.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import {
  copyOptions,
  exportCells,
  exportSettings,
  exportColumns,
  joinedNotes,
  joinedTagTexts,
} from '#server/features/lead-export/lead-export-columns.ts';
import type { ClientNames, ExportContents } from '#server/features/lead-export/lead-export-columns.ts';
import { leadConditions, leadOrder } from '#server/leads/list/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/list/lead-filters.ts';
import type { SheetColumn } from '#server/spreadsheets/xlsx/sheet-xml.ts';

export type LeadExport = {
  columns: SheetColumn[];
  total: number;
  /** Batches of leads, as the database writes them; destroying it releases the connection. */
  lines: Readable;
  /** Releases the connection, whether or not the lines have been read. */
  close: () => Promise<void>;
};

/**
 * All matching leads as lines of CSV, or of COPY text for a spreadsheet, with the client's titles, from one
 * snapshot. Throws 422 for filters and columns, and the errors of the first statements, before any line.
 */
export async function exportLeads(
  scope: ReadScope,
  filters: ReadyFilters,
  sort: LeadSort,
  { format, names, ...contents }: { format: ExportFormat; names: ClientNames } & ExportContents,
): Promise<LeadExport> {
  const { configuration } = await fieldOptions(scope);
  const columns = exportColumns(scope, configuration, names, contents);
  const where = sql.join(leadConditions(scope, filters), sql` AND `);
  const leads = scope.table('leads');
  const members = scope.table('members');
  const snapshot = await openSnapshot(scope.db);
  try {
    for (const setting of exportSettings(scope)) await snapshot.rows(setting);
    const counted = await snapshot.rows<[number]>(sql`SELECT count(*) FROM ${leads} leads WHERE ${where}`);
    const lines = await snapshot.copy(
      sql`SELECT ${exportCells(columns, format)} FROM ${leads} leads
        LEFT JOIN ${members} assignee ON assignee.id = leads.assigned_to
        LEFT JOIN ${members} creator ON creator.id = leads.created_by
        LEFT JOIN ${members} editor ON editor.id = leads.updated_by
        LEFT JOIN ${scope.table('products')} product ON product.id = leads.product_id
        ${joinedTagTexts}
        ${contents.withNotes ? joinedNotes(scope) : sql``}
      WHERE ${where} ORDER BY ${leadOrder(scope, sort)}`,
      copyOptions(columns, format),
    );
    const total = counted[0]?.[0] ?? 0;
    const shown = columns.map(({ title, kind }) => ({ title, isNumber: kind === 'number' }));
    return { columns: shown, total, lines, close: snapshot.close };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
