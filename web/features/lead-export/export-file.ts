import { XLSX_TYPE } from '#shared/protocol/content-types.ts';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { receiveFile } from '#web/api/receive-file.ts';
import { openStream } from '#web/api/stream.ts';
import { csvRowCounter } from '#web/features/lead-export/csv-rows.ts';

export type ExportQuery = NonNullable<InputOf<typeof leadExport.run>['query']>;
export type ExportProgress = {
  /** The share of the file that has arrived, 0 to 1; undefined when rows cannot be counted. */
  share: number | undefined;
  rows: number | undefined;
  total: number | undefined;
  bytes: number;
};

const TYPES = {
  csv: 'text/csv',
  xlsx: XLSX_TYPE,
};

/** Downloads the whole file and reports progress. Throws ApiError, or the signal's reason. */
export async function exportFile(
  query: ExportQuery,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  const format = query.format ?? 'csv';
  const type = TYPES[format];
  const response = await openStream(
    leadExport.run,
    { query },
    { accept: `${type}, application/json`, signal },
  );
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN);
  const countRows = format === 'csv' && Number.isFinite(total) ? csvRowCounter() : undefined;
  let bytes = 0;
  const onPart = (part: Uint8Array) => {
    bytes += part.byteLength;
    // The first record is the header.
    const rows = countRows && Math.max(0, countRows(part) - 1);
    onProgress({
      share: rows === undefined || total === 0 ? undefined : Math.min(1, rows / total),
      rows,
      total: Number.isFinite(total) ? total : undefined,
      bytes,
    });
  };
  const { file, name } = await receiveFile(response, { type, signal, onPart });
  return { file, name: name ?? `leads-${new Date().toISOString().slice(0, 10)}.${format}` };
}
