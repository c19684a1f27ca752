import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Runs jobs one after another after their responses, so that neither the response nor its timing reveals what
 * the job finds. Logs failures with `failure` and continues; closing the server waits for jobs that have
 * begun.
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
