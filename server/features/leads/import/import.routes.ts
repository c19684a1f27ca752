import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { leadImport } from '#shared/lead-import.ts';
import type { ImportEvent, ImportResult } from '#shared/lead-import.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import { HttpError, TooManyRequests } from '#server/errors.ts';
import { errorBody, toHttpError } from '#server/http/error-handler.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { previewImport, runImport } from './import.queries.ts';
import type { ImportListener, ImportSource } from './import.queries.ts';
import { TooManyImports, UnreadableFile, readLeadRows } from './parse-in-child.ts';
import { withUpload } from './receive-upload.ts';
import type { Upload } from './receive-upload.ts';
import { sampleFile } from './sample-file.ts';

const NDJSON = 'application/x-ndjson';

export function importRoutes(server: Server): void {
  serve(server, leadImport.preview, async ({ scope, query, request, reply }) => {
    const client = await writable(scope, query.clientId);
    const signal = hangUpSignal(reply);
    const data = await withUpload(request, async (upload) =>
      inWords(previewImport(client, sourceOf(client, upload, signal), upload.options)),
    );
    return { data };
  });

  serve(server, leadImport.run, async ({ scope, query, request, reply }) => {
    const client = await writable(scope, query.clientId);
    const signal = hangUpSignal(reply);
    if (request.headers.accept?.includes(NDJSON)) {
      await streamImport(client, request, reply, signal);
      return SENT;
    }
    const data = await withUpload(request, async (upload) =>
      inWords(runImport(client, sourceOf(client, upload, signal), upload.options, () => {}, signal)),
    );
    return { data, message: successMessage(data) };
  });

  serve(server, leadImport.sample, async ({ reply }) => {
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="leads-sample.csv"')
      .send(sampleFile());
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

function sourceOf(
  client: ClientScope,
  upload: Upload,
  signal: AbortSignal,
  listen?: ImportListener,
): ImportSource {
  const { path, filename, mimeType, hash, options } = upload;
  const { id: owner, timeZone, country } = client.client;
  const read = readLeadRows({
    path,
    filename,
    mimeType,
    owner,
    timeZone,
    country,
    mapping: options.mapping,
    signal,
    onProgress: ({ bytesRead, bytesTotal, rows }) =>
      listen?.({
        type: 'progress',
        phase: 'reading',
        percent: (50 * bytesRead) / Math.max(bytesTotal, 1),
        rows,
      }),
  });
  return { ...read, hash };
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

/** Progress, refused rows and the result as lines of JSON; a failure is the last line. */
async function streamImport(
  client: ClientScope,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<void> {
  const lines = new PassThrough();
  const write = (event: ImportEvent) => lines.write(`${JSON.stringify(event)}\n`);
  await withUpload(request, async (upload) => {
    void reply.type(NDJSON).header('x-accel-buffering', 'no').send(lines);
    try {
      const source = sourceOf(client, upload, signal, write);
      const data = await inWords(runImport(client, source, upload.options, write, signal));
      write({ type: 'result', data, message: successMessage(data) });
    } catch (error) {
      const refusal = toHttpError(error);
      if (refusal.status >= 500) request.log.error({ err: error }, 'import failed');
      const { success: _, ...body } = errorBody(refusal, request.id);
      write({ type: 'failure', status: refusal.status, ...(body as { code: string; message: string }) });
    } finally {
      lines.end();
    }
  });
}
