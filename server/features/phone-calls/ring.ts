import { HttpError } from '#server/errors.ts';
import { reachOf, ringRequest } from '#server/features/phone-calls/provider-request.ts';
import type { Words } from '#server/features/phone-calls/provider-request.ts';
import type { Telephony } from '#server/features/phone-calls/telephony-sources.queries.ts';
import { Unanswered, exchange } from '#server/outside/outgoing.ts';

/** Milliseconds for the answer to click to call, and the bytes of it that are read. */
const TIME_LIMIT = 15_000;
const MOST_READ = 64 * 1024;
/** Characters of a refusal's own words that are shown. */
const MOST_WORDS = 200;

/**
 * Has the telephone system ring both phones; returns its number of the call, if the answer has one. Throws 409 with its
 * words when it refuses, or why it cannot be reached.
 */
export async function ringPhones(
  { kind, keys, ring }: Telephony,
  words: Words,
  internal: readonly string[],
): Promise<string | undefined> {
  if (!ring) throw new HttpError(409, 'no_telephony', 'Click to call is off.');
  const { url, ...request } = ringRequest(kind, ring, keys, words);
  const limits = {
    reach: reachOf(url, internal),
    timeLimit: TIME_LIMIT,
    leave: new AbortController().signal,
  };
  const answer = await exchange(url, request, { ...limits, most: MOST_READ }).catch((error: unknown) => {
    if (error instanceof Unanswered)
      throw new HttpError(409, 'provider_unreachable', unreachable(error.message));
    throw error;
  });
  const text = await answer.text();
  const found = valuesOf(text);
  if (answer.ok) return found.find(([name]) => IDS.has(name))?.[1].slice(0, 200);
  const reason = found.find(([name]) => REASONS.has(name))?.[1] ?? '';
  const said = reason
    ? ` (${answer.status}): ${reason.slice(0, MOST_WORDS)}`
    : ` with status ${answer.status}.`;
  throw new HttpError(409, 'provider_refused', `The telephone system refused the call${said}`);
}

const unreachable = (reason: string) => `The telephone system did not answer. ${reason}`;

const IDS: ReadonlySet<string> = new Set(['sid', 'callid', 'callsid', 'calluuid', 'uniqueid', 'uuid', 'id']);
const REASONS: ReadonlySet<string> = new Set(['message', 'error', 'reason', 'description', 'detail']);

/** The texts of an answer by name, without case and signs, the outermost first. */
function valuesOf(text: string): [string, string][] {
  let layer: unknown[];
  try {
    layer = [JSON.parse(text)];
  } catch {
    return [];
  }
  const found: [string, string][] = [];
  for (let depth = 0; depth < 4 && layer.length > 0; depth += 1) {
    const entries = layer.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.entries(value) as [string, unknown][]) : [],
    );
    for (const [name, value] of entries)
      if (typeof value === 'string' || typeof value === 'number')
        found.push([name.toLowerCase().replaceAll(/[^a-z]/g, ''), String(value)]);
    layer = entries.map(([, value]) => value);
  }
  return found;
}
