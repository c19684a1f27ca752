import { partsOf } from '#web/api/stream.ts';

/** Chunks of this many bytes go to the browser's storage, so that a large file doesn't fill the memory. */
const PORTION = 8 * 1024 * 1024;

type Options = { type: string; signal: AbortSignal; onPart: (part: Uint8Array) => void };

/**
 * Downloads a whole file. Returns it with the name that the server gives it, undefined if it gives none.
 * Throws ApiError, or the signal's reason.
 */
export async function receiveFile(
  response: Response,
  { type, signal, onPart }: Options,
): Promise<{ file: Blob; name: string | undefined }> {
  const portions: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of partsOf(response, signal)) {
    parts.push(part as Uint8Array<ArrayBuffer>);
    size += part.byteLength;
    if (size >= PORTION) {
      portions.push(new Blob(parts));
      parts = [];
      size = 0;
    }
    onPart(part);
  }
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '');
  return { file: new Blob([...portions, ...parts], { type }), name: named?.[1] };
}
