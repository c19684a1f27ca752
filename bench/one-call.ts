import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';

/** Milliseconds that a page waits for a response. */
const PATIENCE = 10_000;

/**
 * Sends a call to the local server and reads the response to its end; resolves to the status, or 0 without a
 * response.
 */
export async function callOnce(options: RequestOptions, body?: object): Promise<number> {
  const sent = request({ host: '127.0.0.1', timeout: PATIENCE, ...options });
  sent.on('timeout', () => sent.destroy());
  sent.end(body && JSON.stringify(body));
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}
