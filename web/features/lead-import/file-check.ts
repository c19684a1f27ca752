import { XLSX_TYPE } from '#shared/protocol/content-types.ts';
import { INVALID_FILE_MESSAGE, MAX_IMPORT_BYTES, sizeRefusal } from '#shared/leads/lead-import.ts';

const TYPES = ['text/csv', 'application/vnd.ms-excel', XLSX_TYPE];

/**
 * Returns why a file cannot be imported, judged by its name, type and size. The server checks its content.
 */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!/\.(?:csv|xlsx|xls)$/i.test(name) && !TYPES.includes(type)) return INVALID_FILE_MESSAGE;
  if (size > MAX_IMPORT_BYTES) return sizeRefusal('file');
  if (size === 0) return 'The file is empty.';
  return undefined;
}
