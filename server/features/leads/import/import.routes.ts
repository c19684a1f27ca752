import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCustomKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/custom-fields.ts';
import type { FieldConfiguration } from '#shared/field-configuration.ts';
import { leadImport } from '#shared/lead-import.ts';
import type { ImportEvent, ImportOptions, ImportResult } from '#shared/lead-import.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import { HttpError, InvalidInput, TooManyRequests } from '#server/errors.ts';
import { streamEvents, wantsEvents } from '#server/http/ndjson.ts';
import { fieldOptions } from '#server/features/configurations/field-configuration.queries.ts';
import type { CustomField } from '#server/features/configurations/field-configuration.queries.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { previewImport, runImport } from './import.queries.ts';
import type { ImportListener, ImportSource } from './import.queries.ts';
import { TooManyImports, UnreadableFile, readLeadRows } from './parse-in-child.ts';
import { withUpload } from './receive-upload.ts';
import type { Upload } from './receive-upload.ts';
import { sampleFile } from './sample-file.ts';

export function importRoutes(server: Server): void {
  serve(server, leadImport.preview, async ({ scope, query, request, reply }) => {
    const client = await writable(scope, query.clientId);
    const signal = hangUpSignal(reply);
    const data = await withUpload(request, async (upload) =>
      inWords(previewImport(client, await sourceOf(client, upload, signal), upload.options)),
    );
    return { data };
  });

  serve(server, leadImport.run, async ({ scope, query, request, reply }) => {
    const client = await writable(scope, query.clientId);
    const signal = hangUpSignal(reply);
    if (wantsEvents(request)) {
      await streamImport(client, request, reply, signal);
      return SENT;
    }
    const data = await withUpload(request, async (upload) =>
      inWords(runImport(client, await sourceOf(client, upload, signal), upload.options, () => {}, signal)),
    );
    return { data, message: successMessage(data) };
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

const writable = async (scope: Scope, clientId: string | undefined): Promise<ClientScope> =>
  await scope.writingIn(clientId);

const successMessage = ({ inserted }: ImportResult) => `Successfully imported ${inserted} leads`;

/** Aborts when the caller hangs up before the answer: the child is killed and the transaction rolled back. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished)
      controller.abort(new HttpError(499, 'cancelled', 'The import was cancelled.'));
  });
  return controller.signal;
}

function titlesOf(configuration: FieldConfiguration): Record<FieldKey, string> {
  const titles = Object.entries(configuration).map(([key, { title }]) => [key, title]);
  return Object.fromEntries(titles) as Record<FieldKey, string>;
}

/** A column cannot go to a field of its own that the client does not have. */
function checkMapping({ mapping }: ImportOptions, fields: readonly CustomField[]): void {
  const known = new Set<string>(fields.map(({ key }) => key));
  const unknown = mapping?.find((target) => isCustomKey(target) && !known.has(target));
  if (unknown) throw new InvalidInput([{ field: 'mapping', message: 'There is no such field.' }]);
}

async function sourceOf(
  client: ClientScope,
  upload: Upload,
  signal: AbortSignal,
  listen?: ImportListener,
): Promise<ImportSource> {
  const { path, filename, mimeType, hash, options } = upload;
  const { id: owner, timeZone, country } = client.client;
  const { configuration, options: choices, custom } = await fieldOptions(client);
  const own = [...custom.values()];
  checkMapping(options, own);
  const read = readLeadRows({
    path,
    filename,
    mimeType,
    owner,
    timeZone,
    country,
    mapping: options.mapping,
    options: choices,
    titles: titlesOf(configuration),
    custom: Object.fromEntries(own.map(({ key, field }) => [key, field])),
    signal,
    onProgress: ({ bytesRead, bytesTotal, rows }) =>
      listen?.({
        type: 'progress',
        phase: 'reading',
        percent: (50 * bytesRead) / Math.max(bytesTotal, 1),
        rows,
      }),
  });
  return { ...read, filename, hash };
}

/** What reading a file throws, as a refusal. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    if (error instanceof UnreadableFile)
      throw new HttpError(error.status, 'unreadable_file', error.message, { cause: error });
    if (error instanceof TooManyImports) throw new TooManyRequests(error.message, error.retryAfterSeconds);
    throw error;
  });
}

/** Progress, refused rows and the result as they come. */
async function streamImport(
  client: ClientScope,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<void> {
  await withUpload(request, async (upload) => {
    await streamEvents<ImportEvent>(request, reply, async (write) => {
      const source = await sourceOf(client, upload, signal, write);
      const data = await inWords(runImport(client, source, upload.options, write, signal));
      write({ type: 'result', data, message: successMessage(data) });
    });
  });
}
