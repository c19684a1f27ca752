import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';

/** Milliseconds for which a page waits for an answer. */
const PATIENCE = 10_000;

/** Sends a call to the server of this machine and reads the answer to its end; resolves to the status, 0 without an answer. */
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
