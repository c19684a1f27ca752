import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Does pieces of work one after the other behind the answers, so that neither the answers' words nor their time tell
 * what the work finds. A failure is logged with `failure` and stops nothing else; closing the server waits for work
 * that has begun.
 */
export function afterAnswers(
  app: FastifyInstance,
): (request: FastifyRequest, failure: string, work: () => Promise<unknown>) => void {
  let last: Promise<unknown> = Promise.resolve();
  app.addHook('onClose', async () => void (await last));
  return (request, failure, work) => {
    last = last.then(work).catch((error: unknown) => request.log.error(error, failure));
  };
}
