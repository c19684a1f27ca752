import { NDJSON_TYPE } from '#shared/protocol/content-types.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import type {
  ColumnTarget,
  ImportEvent,
  ImportOptions,
  ImportPreview,
  ImportValues,
} from '#shared/leads/lead-import.ts';
import { upload } from '#web/api/upload.ts';
import { ApiError } from '#web/lib/errors.ts';

/** An import as entered in the dialog. */
export type ImportRequest = {
  file: File;
  clientId: string | null;
  skip_duplicates: boolean;
  update_existing: boolean;
  /** Absent when the headers decide. */
  mapping?: ColumnTarget[];
  /** Values of the file, and the options or colleagues they mean. */
  values?: ImportValues;
  /** New leads without an owner in the file are assigned by the company's rules. */
  distribute: boolean;
  /** The people who get the new leads in turn; absent when the file's owners do. */
  sharers?: { value: string; label: string }[] | undefined;
} & Pick<ImportOptions, 'encoding' | 'delimiter' | 'sheet' | 'date_order'>;

export type Rejected = Extract<ImportEvent, { type: 'rejected' }>;
export type Finished = Extract<ImportEvent, { type: 'result' }>;
export type Progress = { phase: 'uploading' | 'reading' | 'checking' | 'writing'; percent: number };

/** The file goes last, so that the server knows the options before it reads the first row. */
function formOf(request: ImportRequest): FormData {
  const {
    file,
    mapping,
    skip_duplicates,
    update_existing,
    encoding,
    delimiter,
    sheet,
    date_order,
    values,
    sharers,
    distribute,
  } = request;
  const form = new FormData();
  form.set('skip_duplicates', String(skip_duplicates));
  form.set('update_existing', String(update_existing));
  if (distribute) form.set('distribute', 'true');
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  if (encoding) form.set('encoding', encoding);
  if (delimiter) form.set('delimiter', delimiter);
  if (sheet) form.set('sheet', sheet);
  if (date_order) form.set('date_order', date_order);
  if (values) form.set('values', JSON.stringify(values));
  if (sharers) form.set('assign_to', JSON.stringify(sharers.map(({ value }) => value)));
  form.set('file', file, file.name);
  return form;
}

const queryOf = ({ clientId }: ImportRequest): Record<string, string> => (clientId ? { clientId } : {});

/** Throws if the file was changed on disk: the browser would send nothing, and say that the network failed. */
const checkUnchanged = async ({ file }: ImportRequest) =>
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw new Error('The file has changed since you chose it. Choose it again.', { cause: error });
    });

/** Returns the effect of an import. Nothing is written. */
export async function previewImport(
  request: ImportRequest,
  onUpload: (percent: number) => void,
  signal: AbortSignal,
): Promise<ImportPreview> {
  await checkUnchanged(request);
  const options = { query: queryOf(request), form: formOf(request), onUpload, signal };
  const text = await upload(leadImport.preview, options);
  return (JSON.parse(text) as { data: ImportPreview }).data;
}

/** The upload's share of the bar. The rest shows the server's own progress. */
const UPLOAD_SHARE = 0.2;

/** Runs the import. Aborting the signal rolls back all changes. */
export async function runImport(
  request: ImportRequest,
  listen: { onProgress: (progress: Progress) => void; onRejected: (row: Rejected) => void },
  signal: AbortSignal,
): Promise<Finished> {
  await checkUnchanged(request);
  let end: ImportEvent | undefined;
  await upload(leadImport.run, {
    query: queryOf(request),
    form: formOf(request),
    accept: NDJSON_TYPE,
    signal,
    onUpload: (percent) => listen.onProgress({ phase: 'uploading', percent: percent * UPLOAD_SHARE }),
    onLine: (line) => {
      const event = JSON.parse(line) as ImportEvent;
      if (event.type === 'progress') {
        const percent = 100 * UPLOAD_SHARE + event.percent * (1 - UPLOAD_SHARE);
        listen.onProgress({ phase: event.phase, percent });
      } else if (event.type === 'rejected') listen.onRejected(event);
      else end = event;
    },
  });
  if (end?.type === 'result') return end;
  if (end?.type === 'failure') throw new ApiError(end.message, end.status, end.code, end);
  throw new ApiError(
    'The connection was lost. Check Settings → General → History before you try again: the leads may have been imported.',
    0,
    'network',
  );
}
