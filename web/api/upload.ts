import type { Endpoint } from '#shared/endpoint.ts';
import { failureOf } from '#web/api/answer.ts';
import { livingToken } from '#web/api/refresh.ts';
import { addressOf, loseSession, noAnswer } from '#web/api/send.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { whileSessionLives } from '#web/lib/session-life.ts';

type Upload = {
  query?: Record<string, string>;
  form: FormData;
  accept?: string;
  /** Hears the part of the form that has left the browser, 0 to 100. */
  onUpload?: (percent: number) => void;
  /** Hears whole lines of the answer as they arrive. */
  onLine?: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Sends a form with files and returns the answer's text. No time limit: the caller shows progress and can abort.
 * XMLHttpRequest tells the part that has been sent; fetch cannot. Throws ApiError, or the signal's reason. Ends with
 * the session, without an answer.
 */
export function upload(endpoint: Endpoint, options: Upload): Promise<string> {
  return whileSessionLives(async (life) => {
    const token = await livingToken();
    const signal = AbortSignal.any([options.signal, life]);
    const { status, text } = await post(endpoint, { ...options, signal }, token);
    if (status === 401 && token) loseSession(token);
    if (status < 200 || status >= 300) throw failureOf(status, readJson(text));
    return text;
  });
}

function post(endpoint: Endpoint, options: Upload, token: string | undefined) {
  const { query, form, accept = 'application/json', onUpload, onLine, signal } = options;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    const readLines = () => {
      if (request.status >= 300) return;
      for (let end; (end = request.responseText.indexOf('\n', read)) >= 0; read = end + 1) {
        const line = request.responseText.slice(read, end).trim();
        if (line) onLine?.(line);
      }
    };
    request.open(endpoint.method, addressOf(endpoint, query ? { query } : {}));
    request.withCredentials = true;
    request.setRequestHeader('accept', accept);
    request.setRequestHeader('idempotency-key', randomKey());
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onUpload?.(total > 0 ? (100 * loaded) / total : 0);
    request.upload.onload = () => onUpload?.(100);
    if (onLine) request.onprogress = readLines;
    request.onload = () => {
      if (onLine) readLines();
      resolve({ status: request.status, text: request.responseText });
    };
    request.onerror = () => reject(noAnswer(false));
    request.onabort = () => reject(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
