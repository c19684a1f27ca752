import { inspect } from 'node:util';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import type { Logger } from 'pino';

type Inject = (request: InjectOptions | string) => Promise<LightMyRequestResponse>;

/** The number of errors remembered; a response follows right after its log line. */
const KEPT = 100;

/** Other server errors have a message and code of their own. */
const UNEXPECTED = '"code":"internal"';

/**
 * A log that stores errors, and a function that makes an unexpected 500 response fail with the error that
 * caused it.
 */
export function keepCauses(): { log: Logger; failOn500: (app: FastifyInstance) => void } {
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    if (lines.length > KEPT) lines.shift();
  };
  const failOn500 = (app: FastifyInstance) => {
    const inject = app.inject.bind(app) as Inject;
    const checked: Inject = async (request) => {
      const answer = await inject(request);
      if (answer.statusCode !== 500 || !answer.body.includes(UNEXPECTED)) return answer;
      const cause = causeIn(lines, answer.headers['x-request-id']);
      throw new Error(`500 was answered to ${inspect(request).slice(0, 500)}\nbecause of ${cause}`);
    };
    app.inject = checked as typeof app.inject;
  };
  return { log: pino({ level: 'error' }, { write }), failOn500 };
}

type Line = { reqId?: string; err?: { stack?: string } };

/** The stack that was logged under a request's id. */
function causeIn(lines: string[], requestId: unknown): string {
  const line = lines.map((text) => JSON.parse(text) as Line).find(({ reqId }) => reqId === requestId);
  return line?.err?.stack ?? 'an error that was not logged';
}
