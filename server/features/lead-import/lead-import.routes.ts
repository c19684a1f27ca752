import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { ImportEvent } from '#shared/leads/lead-import.ts';
import type { ImportOptions, ImportResult } from '#shared/leads/lead-import.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import { HttpError, InvalidInput, TooManyRequests } from '#server/errors.ts';
import { FairSlots } from '#server/fair-slots.ts';
import { hangUpSignal } from '#server/http/hang-up.ts';
import { shownTo } from '#server/http/masked-answers.ts';
import { streamEvents, wantsEvents } from '#server/http/ndjson.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { CustomField } from '#server/leads/settings/field-options.queries.ts';
import { answerOnce } from '#server/http/serve-idempotent.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { countImport, showPlaces } from '#server/metrics.ts';
import { UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';
import { checkChoices } from './import-choices.queries.ts';
import { previewImport, runImport } from './lead-import.queries.ts';
import type { ImportListener, ImportSource, Told } from './lead-import.queries.ts';
import { readLeadRows } from '#server/features/lead-import/reading/parse-in-child.ts';
import { withUpload } from '#server/features/lead-import/upload/receive-upload.ts';
import type { Upload } from '#server/features/lead-import/upload/receive-upload.ts';
import { sampleFile } from './sample-file.ts';
import { openUploads } from '#server/features/lead-import/upload/uploads-folder.ts';
import type { Uploads } from '#server/features/lead-import/upload/uploads-folder.ts';

/** Each running import uses a child process and a database connection until its transaction ends. */
const importSlots = (most: number) =>
  new FairSlots({
    most,
    mostPerOwner: 1,
    waiting: 8,
    waitingPerOwner: 1,
    refusal: () => new TooManyRequests('Other imports are running. Please try again in a few seconds.', 10),
  });

/** Bodies of these calls are streamed to a file: none is parsed in the event loop. */
export async function leadImportRoutes(server: Server): Promise<void> {
  const uploads = openUploads(server.config.dataDir);
  server.app.addHook('onClose', async () => await uploads.close());
  await server.app.register(async (app) => {
    app.removeContentTypeParser('application/json');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', (_request, body, done) => done(null, body));
    uploadRoutes({ ...server, app }, uploads);
  });
  serve(server, leadImport.sample, async ({ scope, query, reply }) => {
    const { configuration } = await fieldOptions(await scope.reading(query.clientId));
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="leads-sample.csv"')
      .send(sampleFile(titlesOf(configuration)));
    return SENT;
  });
}

function uploadRoutes(server: Server, uploads: Uploads): void {
  // Ends shortly before the server would close the connection without a response.
  const timeLimit = 0.9 * server.config.arrival.whole;
  const { atOnce, rows: mostRows } = server.config.imports;
  const slots = showPlaces('imports', importSlots(atOnce));
  /** Rejects a caller before the file is received. */
  const admitted = async (scope: Scope, clientId: string | undefined): Promise<ClientScope> => {
    const client = await scope.writingIn(clientId, 'import');
    await server.limits.count('imports', client.client.id);
    slots.refuseFull(client.client.id);
    return client;
  };
  const receiving = ({ client }: ClientScope) => ({ uploads, clientId: client.id, timeLimit });
  serve(server, leadImport.preview, async ({ scope, query, request, reply }) => {
    const client = await admitted(scope, query.clientId);
    const signal = hangUpSignal(reply);
    const data = await withUpload(request, receiving(client), async (upload) =>
      inTurn(slots, client, signal, async () => {
        const source = await sourceOf(client, upload, { signal, mostRows });
        return await previewImport(client, source);
      }),
    );
    return { data };
  });

  serve(server, leadImport.run, async ({ scope, query, request, reply }) => {
    const client = await admitted(scope, query.clientId);
    const signal = hangUpSignal(reply);
    const work = async (upload: Upload, listen: ImportListener) => {
      const leaders = await leadersOf(scope, client.client.id);
      const source = await sourceOf(client, upload, { signal, mostRows, listen });
      return await countImport(async () => await runImport(client, { ...source, leaders }, listen, signal));
    };
    // A repetition that arrives meanwhile waits for its turn.
    const run = async (upload: Upload, listen: ImportListener) => {
      const call = { endpoint: leadImport.run, request, reply, input: inputOf(client, upload) };
      return await inTurn(slots, client, signal, async () =>
        answerOnce(server, call, async () => work(upload, listen)),
      );
    };
    return await withUpload(request, receiving(client), async (upload) => {
      if (!wantsEvents(request)) {
        const data = await run(upload, () => {});
        return { data, message: successMessage(data) };
      }
      const tell = async (send: (event: ImportEvent) => void) => {
        const write = (event: ImportEvent) => send(shownTo(scope.user, ImportEvent, event));
        const data = await run(upload, write);
        write({ type: 'result', data, message: successMessage(data) });
      };
      await streamEvents(request, reply, tell, { atOnce: true });
      return SENT;
    });
  });
}

/** The input of a call, which distinguishes it from other calls under the same key. */
const inputOf = ({ client }: ClientScope, upload: Upload) => ({
  clientId: client.id,
  hash: upload.hash.toString('hex'),
  ...(upload.form === 'file' && { filename: upload.filename, options: upload.options }),
});

const successMessage = ({ inserted }: ImportResult) => `Successfully imported ${inserted} leads`;

function titlesOf(configuration: FieldConfiguration): Record<FieldKey, string> {
  const titles = Object.entries(configuration).map(([key, { title }]) => [key, title]);
  return Object.fromEntries(titles) as Record<FieldKey, string>;
}

/** Throws 422 for a column mapped to a custom field that the client does not have. */
function checkMapping({ mapping }: ImportOptions, fields: readonly CustomField[]): void {
  const known = new Set<string>(fields.map(({ key }) => key));
  const unknown = mapping?.find((target) => isCustomKey(target) && !known.has(target));
  if (unknown) throw new InvalidInput([{ field: 'mapping', message: 'There is no such field.' }]);
}

async function sourceOf(
  client: ClientScope,
  upload: Upload,
  { signal, mostRows, listen }: { signal: AbortSignal; mostRows: number; listen?: ImportListener },
): Promise<ImportSource> {
  const { timeZone, country } = client.client;
  const { configuration, options: choices, custom } = await fieldOptions(client);
  const own = [...custom.values()];
  if (upload.form === 'file') {
    checkMapping(upload.options, own);
    await checkChoices(client, upload.options);
  }
  const read = readLeadRows({
    ...(upload.form === 'file' ? fileOf(upload) : { form: 'json', path: upload.path }),
    timeZone,
    country,
    options: choices,
    titles: titlesOf(configuration),
    custom: Object.fromEntries(own.map(({ key, field }) => [key, field])),
    signal,
    mostRows,
    onProgress: ({ bytesRead, bytesTotal, rows }) =>
      listen?.({
        type: 'progress',
        phase: 'reading',
        percent: (50 * bytesRead) / Math.max(bytesTotal, 1),
        rows,
      }),
  });
  return {
    ...read,
    filename: upload.form === 'file' ? upload.filename : 'leads.json',
    told: async () =>
      upload.form === 'file' ? { ...upload.options, hash: upload.hash } : await toldBy(read),
  };
}

const fileOf = ({ path, filename, mimeType, options }: Extract<Upload, { form: 'file' }>) => ({
  path,
  filename,
  mimeType,
  mapping: options.mapping,
  values: options.values,
  encoding: options.encoding,
  delimiter: options.delimiter,
  sheet: options.sheet,
  dateOrder: options.date_order,
});

/** The options next to the leads in a JSON body, once the child has read them. */
async function toldBy({ summary }: Pick<ImportSource, 'summary'>): Promise<Told> {
  const { json } = await summary;
  if (!json) throw new Error('The child has not told how to import the JSON.');
  return { ...json, hash: Buffer.from(json.hash, 'hex') };
}

/** Runs `work` in the client's turn; turns a failure to read the file into an HTTP error. */
async function inTurn<T>(
  slots: FairSlots,
  client: ClientScope,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return await slots.during(client.client.id, signal, work).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw refusalOf(error);
    throw error;
  });
}

function refusalOf(error: UnreadableFile): HttpError {
  if (error.errors) return new InvalidInput(error.errors);
  const code = error.status === 400 ? 'bad_json' : 'unreadable_file';
  return new HttpError(error.status, code, error.message, { cause: error });
}
