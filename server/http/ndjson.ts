import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NDJSON_TYPE } from '#shared/protocol/content-types.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { JobEvent, ProgressListener } from '#shared/protocol/job-events.ts';
import { SENT } from '#server/http/serve.ts';
import { shownTo } from '#server/http/masked-answers.ts';
import { errorBody, toHttpError } from '#server/http/error-handler.ts';

type Failure = { type: 'failure'; status: number; code: string; message: string };

/** Whether the caller wants progress events of a long job. */
export function wantsEvents(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(NDJSON_TYPE) ?? false;
}

/**
 * Responds with one line of JSON per event. A failure is the last line, or, unless the response starts
 * `atOnce`, a response with its own status if no event came first. The job continues when the caller
 * disconnects.
 */
export async function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (write: (event: { type: string }) => void) => Promise<void>,
  { atOnce }: { atOnce?: true } = {},
): Promise<void> {
  let lines = atOnce && openLines(request, reply);
  const write = (event: { type: string } | Failure) => {
    lines ??= openLines(request, reply);
    if (!lines.destroyed) lines.write(`${JSON.stringify(event)}\n`);
  };
  try {
    await work(write);
  } catch (error) {
    if (!lines) throw error;
    const refusal = toHttpError(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'a streamed job failed');
    const { success: _, ...body } = errorBody(refusal, request.id);
    write({ type: 'failure', status: refusal.status, ...(body as { code: string; message: string }) });
  } finally {
    lines?.end();
  }
}

function openLines(request: FastifyRequest, reply: FastifyReply): PassThrough {
  const lines = new PassThrough();
  // A broken connection is not a failure of the job.
  lines.on('error', () => {});
  // Compression would hold lines back until a block is full.
  request.headers['x-no-compression'] = 'true';
  void reply.type(NDJSON_TYPE).header('x-accel-buffering', 'no').send(lines);
  return lines;
}

type JobCall = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply };

/** Responds when a long job is done, or with its progress to callers that want events. */
export async function answerJob<Result extends { data: unknown; message?: string }>(
  { endpoint, request, reply }: JobCall,
  work: (listen: ProgressListener) => Promise<Result>,
): Promise<Result | typeof SENT> {
  if (!wantsEvents(request)) return await work(() => {});
  await streamEvents(request, reply, async (write: (event: JobEvent) => void) => {
    const result = await work((done, total) => write({ type: 'progress', done, total }));
    const reader = request.session?.actor;
    const data = reader ? shownTo(reader, endpoint.data, result.data) : result.data;
    write({ type: 'result', ...result, data });
  });
  return SENT;
}
