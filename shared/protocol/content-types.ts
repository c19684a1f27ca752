/** Excel workbooks. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The progress of long jobs, one JSON object per line. */
export const NDJSON_TYPE = 'application/x-ndjson';
