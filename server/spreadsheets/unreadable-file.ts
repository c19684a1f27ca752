import type { FieldError } from '#shared/protocol/errors.ts';
import { INVALID_FILE_MESSAGE, sizeRefusal } from '#shared/leads/lead-import.ts';
import { inNumbers } from '#shared/values/numbers.ts';

/** The status for a rejected file; 400 for a body that is not JSON. */
export type UnreadableStatus = 400 | 413 | 415 | 422;

/** A file that cannot be imported, with the HTTP status and a message for the user who chose it. */
export class UnreadableFile extends Error {
  readonly status: UnreadableStatus;
  /** For JSON: the invalid values. */
  readonly errors: FieldError[] | undefined;

  /** `cause` is for the operator's log; only the message is for the user. */
  constructor(status: UnreadableStatus, message: string, cause?: unknown, errors?: FieldError[]) {
    super(message, { cause });
    this.name = 'UnreadableFile';
    this.status = status;
    this.errors = errors;
  }
}

export const notASpreadsheet = () => new UnreadableFile(415, INVALID_FILE_MESSAGE);
export const tooLarge = () => new UnreadableFile(413, sizeRefusal('file'));
export const damaged = (cause?: unknown) =>
  new UnreadableFile(422, 'This file could not be read: it is damaged or too large when unpacked.', cause);
export const tooSlow = () =>
  new UnreadableFile(422, 'This file took too long to read. Split it into smaller files and try again.');
export const cutOff = () =>
  new UnreadableFile(
    422,
    'This Excel file is incomplete: a part of it was lost on its way. Download or save it again, then import it.',
  );
/** A table in another program's format: what it is, and how to save it in a format that can be imported. */
export const otherFormat = (what: string) =>
  new UnreadableFile(415, `This file is ${what}. Open it in Excel, save it as xlsx or CSV, and import that.`);
export const lineTooLong = (line: number) =>
  new UnreadableFile(422, `Line ${line} is too long to be a row of leads.`);
export const noRows = () => new UnreadableFile(422, 'This file has no rows.');
export const tooManyRows = (most: number) =>
  new UnreadableFile(422, `This file has more than ${inNumbers(most)} rows. Split it and try again.`);
export const rowTooFar = (row: number) =>
  new UnreadableFile(
    422,
    `This file is damaged: it has a row ${inNumbers(row)}, and the last row of a spreadsheet is ${inNumbers(LAST_ROW)}.`,
  );
export const tooManyColumns = (row: number, most: number, where = 'Row') =>
  new UnreadableFile(422, `${where} ${row} has more than ${most} columns.`);
export const cellTooLong = (row: number) =>
  new UnreadableFile(422, `Row ${row} has a cell with more than ${inNumbers(MAX_CELL_CHARS)} characters.`);
export const passwordProtected = () =>
  new UnreadableFile(422, 'This file is protected by a password. Save it without one and try again.');

// The maximum contents of one file. Sizes declared inside a file are never trusted; these are counted while
// reading.
export const MAX_COLUMNS = 200;
/** Excel's own limit of a cell. */
export const MAX_CELL_CHARS = 32_767;
export const MAX_CSV_ROWS = 100_000;
export const MAX_SHEET_ROWS = 50_000;
/** The number of Excel's last row; blank rows count. */
export const LAST_ROW = 1_048_576;
/**
 * Characters of all cells combined: one long shared text repeated in every cell must not become gigabytes.
 */
export const MAX_TOTAL_CHARS = 64 * 1024 * 1024;
