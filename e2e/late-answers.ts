import { randomInt } from 'node:crypto';
import { Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Loaded before the browser tests' server. With TEST_DELAYS=500, half of the API's calls begin, and half of its
 * answers arrive, up to 500 ms late, so that calls, answers and live updates meet in every order.
 */
const most = Number(process.env['TEST_DELAYS'] ?? 0);

/** Milliseconds, short ones more often. */
const delay = () => (randomInt(2) === 0 ? 0 : randomInt(most) * (randomInt(1000) / 1000));

const isDelayed = (url = '') => url.startsWith('/api/') && !url.startsWith('/api/events');

function answerLate(response: ServerResponse): void {
  const { end } = response;
  const late = (...given: unknown[]) => {
    setTimeout(() => void Reflect.apply(end, response, given), delay());
    return response;
  };
  response.end = late;
}

if (most > 0) {
  const { emit } = Server.prototype;
  const lateEmit = function emitLate(this: Server, event: string, ...given: unknown[]): boolean {
    const begin = () => Boolean(Reflect.apply(emit, this, [event, ...given]));
    const [request, response] = given as [IncomingMessage, ServerResponse];
    if (event !== 'request' || !isDelayed(request.url)) return begin();
    answerLate(response);
    setTimeout(begin, delay());
    return true;
  };
  Object.assign(Server.prototype, { emit: lateEmit });
}
