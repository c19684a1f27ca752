import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { request } from '#web/api/request.ts';
import type { Init } from '#web/api/request.ts';

type Upload = {
  query?: Record<string, string>;
  form: FormData;
  accept?: string;
  /** Called with how much of the form has been sent, from 0 to 100. */
  onUpload?: (percent: number) => void;
  /** Called with whole lines of the response as they arrive. */
  onLine?: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Sends a form with files and returns the response's text, without a time limit. Throws as `request` does.
 */
export function upload(
  endpoint: Endpoint,
  { query, form, accept, signal, ...heard }: Upload,
): Promise<string> {
  const options = { accept, signal, carrier: telling(heard) };
  return request(endpoint, { query, body: form }, options, (response) => response.text());
}

/** Like fetch, which cannot report upload progress. */
function telling({ onUpload, onLine }: Pick<Upload, 'onUpload' | 'onLine'>) {
  return (address: string, { method, headers, body, signal }: Init) =>
    new Promise<Response>((resolve, reject) => {
      const call = new XMLHttpRequest();
      let read = 0;
      const readLines = () => {
        if (call.status >= 300) return;
        for (let end; (end = call.responseText.indexOf('\n', read)) >= 0; read = end + 1) {
          const line = call.responseText.slice(read, end).trim();
          if (line) onLine?.(line);
        }
      };
      call.open(method, address);
      call.withCredentials = true;
      for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
      call.upload.addEventListener('progress', ({ loaded, total }) =>
        onUpload?.(total > 0 ? (100 * loaded) / total : 0),
      );
      call.upload.addEventListener('load', () => onUpload?.(100));
      if (onLine) call.addEventListener('progress', readLines);
      call.addEventListener('load', () => {
        if (onLine) readLines();
        resolve(new Response(call.responseText, { status: call.status }));
      });
      call.addEventListener('error', () => reject(new Error('The connection was lost. Please try again.')));
      call.addEventListener('abort', () => reject(signal.reason));
      signal.throwIfAborted();
      signal.addEventListener('abort', () => call.abort(), { once: true });
      call.send(body as FormData);
    });
}
