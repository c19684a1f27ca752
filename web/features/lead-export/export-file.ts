import type { InputOf } from '#shared/endpoint.ts';
import { leadExport } from '#shared/lead-export.ts';
import { openStream, partsOf } from '#web/api/stream.ts';
import { csvRowCounter } from '#web/features/lead-export/csv-rows.ts';

export type ExportQuery = NonNullable<InputOf<typeof leadExport.run>['query']>;
export type ExportProgress = {
  /** The part of the file that has arrived, 0 to 1; undefined where rows cannot be counted. */
  share: number | undefined;
  rows: number | undefined;
  total: number | undefined;
  bytes: number;
};

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** Parts are handed to the browser's own storage in portions of this many bytes, so that a large file fills no memory. */
const PORTION = 8 * 1024 * 1024;

/** Reads the whole file, telling how far it is. Throws ApiError, or the signal's reason. */
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
  const portions: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let bytes = 0;
  for await (const part of partsOf(response, signal)) {
    parts.push(part as Uint8Array<ArrayBuffer>);
    bytes += part.byteLength;
    size += part.byteLength;
    if (size >= PORTION) {
      portions.push(new Blob(parts));
      parts = [];
      size = 0;
    }
    // The first record is the header.
    const rows = countRows && Math.max(0, countRows(part) - 1);
    onProgress({
      share: rows === undefined || total === 0 ? undefined : Math.min(1, rows / total),
      rows,
      total: Number.isFinite(total) ? total : undefined,
      bytes,
    });
  }
  return { file: new Blob([...portions, ...parts], { type }), name: nameOf(response, format) };
}

/** The server's name for the file; it includes the date. */
function nameOf(response: Response, format: string): string {
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '');
  return named?.[1] ?? `leads-${new Date().toISOString().slice(0, 10)}.${format}`;
}
