import { HttpError, NotFound } from '#server/errors.ts';
import { isAtProvider, proofOf, reachOf } from '#server/features/phone-calls/provider-request.ts';
import type { Telephony } from '#server/features/phone-calls/telephony-sources.queries.ts';
import { openResponse } from '#server/outside/outgoing.ts';
import type { Opened } from '#server/outside/outgoing.ts';

/** Milliseconds until a recording begins to arrive, and for all of it. */
const TIME_LIMIT = 20_000;
const LONGEST = 30 * 60_000;
const MOST_REDIRECTS = 3;

export const NO_RECORDING = 'This call has no recording.';
const refused = (status: number) =>
  new HttpError(
    503,
    'provider_refused',
    `The telephone system refused the recording with status ${status}.`,
    {
      retryAfter: 60,
    },
  );
const NOT_SOUND = 'The telephone system sent something that is no recording.';

/** A range of bytes that is passed on. */
const RANGE = /^bytes=\d{0,15}-\d{0,15}$/;
const PASSED = ['content-length', 'content-range'] as const;

/** The status, headers and sound of a recording, as they are passed on: nothing of them tells where it lies. */
export type Recording = { status: 200 | 206; headers: Record<string, string>; body: Opened['body'] };

/**
 * Opens a recording at the telephone system, with its keys, to pass it on; redirects are followed without the keys, each
 * checked like the first address. Throws 404 for one that is gone, 503 otherwise.
 */
export async function openRecording(
  { kind, ring, keys }: Telephony,
  address: string,
  range: string | undefined,
  internal: readonly string[],
): Promise<Recording> {
  let url = address;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const headers = {
      'user-agent': 'LMS',
      ...(range && RANGE.test(range) && { range }),
      ...(isAtProvider(kind, ring, url) && proofOf(kind, ring, keys)),
    };
    const limits = { timeLimit: TIME_LIMIT, longest: LONGEST, leave: new AbortController().signal };
    const opened = await openResponse(url, headers, { ...limits, reach: reachOf(url, internal) });
    if (typeof opened === 'string')
      throw new HttpError(503, 'provider_unreachable', `The recording cannot be fetched. ${opened}`, {
        retryAfter: 60,
      });
    const next = opened.headers.location;
    if (opened.status < 300 || opened.status >= 400 || !next) return soundOf(opened);
    opened.body.destroy();
    url = URL.parse(next, url)?.href ?? '';
  }
  throw refused(310);
}

function soundOf({ status, headers, body }: Opened): Recording {
  const type = headers['content-type'] ?? '';
  const isSound = /^(?:audio\/[\w.+-]{1,50}|application\/octet-stream|binary\/octet-stream)/i.exec(type)?.[0];
  if ((status === 200 || status === 206) && isSound) {
    const passed = PASSED.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
    const content = isSound.toLowerCase().startsWith('audio/') ? isSound : 'audio/mpeg';
    return {
      status,
      headers: { 'content-type': content, 'accept-ranges': 'bytes', ...Object.fromEntries(passed) },
      body,
    };
  }
  body.destroy();
  if (status === 404 || status === 410) throw new NotFound(NO_RECORDING);
  throw status === 200 || status === 206
    ? new HttpError(503, 'provider_refused', NOT_SOUND, { retryAfter: 60 })
    : refused(status);
}
