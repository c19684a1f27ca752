import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { dayOf, zoneOf } from '#shared/values/dates.ts';
import { XLSX_TYPE } from '#shared/protocol/content-types.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import type { ExportFormat } from '#shared/leads/lead-export.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import type { LeadSort } from '#shared/leads/leads.ts';
import type { Scope } from '#server/db/scope.ts';
import { Forbidden } from '#server/errors.ts';
import { clientsOfRows } from '#server/features/clients/clients-of-rows.queries.ts';
import { formulaGuarded } from '#server/spreadsheets/formula-guard.ts';
import type { ClientNames } from '#server/features/lead-export/lead-export-columns.ts';
import { exportLeads } from '#server/features/lead-export/lead-export.queries.ts';
import type { LeadExport } from '#server/features/lead-export/lead-export.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';
import { writeSpreadsheet } from '#server/spreadsheets/write-spreadsheet.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const NOT_ALLOWED = 'Your company doesn’t let you export leads. Ask an administrator.';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX_TYPE,
};

export function leadExportRoutes(server: Server): void {
  serve(server, leadExport.run, async ({ scope, account, query, request, reply, audit }) => {
    // Programs of the company have no account.
    if (account?.mayExport === false) throw new Forbidden(NOT_ALLOWED);
    const { format, with_notes: withNotes = false, columns: keys, ...wanted } = query;
    const reading = await scope.reading(wanted.client_id);
    const filters = await readyFilters(reading, wanted);
    await server.limits.count('exports', scope.user.id);
    await server.held.send(reply, scope.user, async () => {
      const found = await scope.onReplica('file', wanted.client_id, async (there) => {
        const names = await clientNames(there);
        const leads = await there.reading(wanted.client_id);
        return await exportLeads(leads, filters, wanted, { format, names, keys, withNotes });
      });
      const file = await begun(found, async () => {
        await audit('leads_exported', {
          clientId: reading.client?.id ?? null,
          details: { format, leads: found.total, filters: JSON.stringify(withoutTerms(wanted)) },
          address: request.ip,
        });
        return fileOf(found, format);
      });
      // Releases it even when nobody has begun to read.
      file.once('close', () => {
        found.close().catch((error: unknown) => request.log.error(error, 'an export ended badly'));
      });
      // The server chooses the name: plain ASCII needs no encoding (RFC 6266).
      const name = `leads-${dayOf(new Date(), zoneOf(reading.client))}.${format}`;
      void reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('x-total-count', String(found.total))
        .header('x-accel-buffering', 'no');
      return file;
    });
    return SENT;
  });
}

async function clientNames(scope: Scope): Promise<ClientNames> {
  const clients = Object.entries(await clientsOfRows(scope));
  return Object.fromEntries(clients.map(([id, { client_name }]) => [id, client_name]));
}

/**
 * Search terms may be names and numbers of people, so the audit log records that there was a term, not which.
 */
const withoutTerms = ({ search, ...filters }: LeadFilters & LeadSort): object => ({
  ...filters,
  ...(search && { search: '…' }),
});

/** Does the work that precedes the file, and closes the snapshot if that fails. */
async function begun<T>(found: LeadExport, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await found.close();
    throw error;
  }
}

function fileOf({ columns, lines }: LeadExport, format: ExportFormat): Readable {
  if (format === 'xlsx') return writeSpreadsheet('Leads', columns, lines);
  const titles = columns.map(({ title }) => title);
  return Readable.from(csv(titles, lines), { objectMode: false, highWaterMark: 64 * 1024 });
}

/** CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
async function* csv(titles: string[], lines: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(stringify([titles.map((title) => formulaGuarded(title))], { bom: true, quoted: true }));
  yield* lines;
}
