import type { Endpoint } from '#shared/endpoint.ts';
import { keepingAnswer } from '#server/db/kept-answers.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Answer, Context, SENT, Server } from '#server/http/serve.ts';

/**
 * Adds a call as `serve` does, for something that is created: done once for each Idempotency-Key, and a repetition gets the answer of
 * the first call. For rows of accounts and answers with secrets; a client's rows are made in one transaction with the key (`db/once.ts`).
 */
export function serveIdempotent<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  handler: (context: Context<E>) => Promise<Exclude<Answer<E>, typeof SENT>>,
): void {
  const operation = `${endpoint.method} ${endpoint.path}`;
  serve(server, endpoint, async (context) => {
    const { request, reply, params, query, body } = context;
    const key = idempotencyKey(request);
    const caller = request.session?.actor;
    if (key === undefined || !caller) return await handler(context);
    const call = { userId: caller.id, operation, key, input: { params, query, body } };
    const { answer, isReplay } = await keepingAnswer(
      server.database,
      call,
      async () => await handler(context),
    );
    sayReplayed(reply, isReplay);
    return answer;
  });
}
