import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { ProgressListener } from '#shared/protocol/job-events.ts';
import { keepingAnswer } from '#server/db/kept-answers.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { answerJob } from '#server/http/ndjson.ts';
import { serve } from '#server/http/serve.ts';
import type { Answer, Context, SENT, Server } from '#server/http/serve.ts';

/**
 * Adds a call like `serve`, for something that is created or changed: it runs once per Idempotency-Key, and a
 * repetition gets the first response. Rows of a client that are created in one transaction with the key need
 * only `serve` (`db/once.ts`).
 */
export function serveIdempotent<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  handler: (context: Context<E>) => Promise<Exclude<Answer<E>, typeof SENT>>,
): void {
  serve(server, endpoint, async (context) => {
    const { params, query, body, request, reply } = context;
    const call = { endpoint, request, reply, input: { params, query, body } };
    return await answerOnce(server, call, async () => await handler(context));
  });
}

type KeyedRequest = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply; input: unknown };

/**
 * Does the work of a call once per Idempotency-Key, for calls that stream their progress or read their body
 * later.
 */
export async function answerOnce<Result extends object>(
  { database }: Server,
  { endpoint: { method, path }, request, reply, input }: KeyedRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = idempotencyKey(request);
  const caller = request.session?.actor;
  if (key === undefined || !caller) return await work();
  const call = { userId: caller.id, operation: `${method} ${path}`, key, input };
  const { answer, isReplay } = await keepingAnswer(database, call, work);
  sayReplayed(reply, isReplay);
  return answer;
}

/** Runs a long job once per Idempotency-Key, and responds as `answerJob` does. */
export async function answerJobOnce<Result extends { data: unknown; message?: string }>(
  server: Server,
  call: KeyedRequest,
  work: (listen: ProgressListener) => Promise<Result>,
): Promise<Result | typeof SENT> {
  return await answerJob(call, async (listen) => answerOnce(server, call, async () => await work(listen)));
}
