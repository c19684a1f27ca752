import type { Ring } from '#shared/activities/telephony.ts';
import type { TelephonyKind } from '#shared/activities/telephony.ts';
import { ANYWHERE, PUBLIC_INTERNET } from '#server/outside/outgoing-addresses.ts';
import type { Reach } from '#server/outside/outgoing-addresses.ts';

/** The keys of a telephony source in plain text. */
export type Keys = { api_key?: string | undefined; api_token?: string | undefined };
export type Words = Readonly<Record<'agent' | 'lead' | 'caller_id' | 'account' | 'address', string>>;
export type ProviderRequest = { url: string; method: 'POST'; headers: Record<string, string>; body: string };

/** The addresses that a telephone system may have: on the public internet, unless the operator has named its origin. */
export const reachOf = (url: string, internal: readonly string[]): Reach =>
  internal.includes(URL.parse(url)?.origin ?? '') ? ANYWHERE : PUBLIC_INTERNET;

const WORD = /\{\{(\w{1,20})\}\}/g;

const filled = (text: string, words: Words, write: (word: string) => string): string =>
  text.replaceAll(WORD, (_, word: string) =>
    write(Object.hasOwn(words, word) ? (words[word as keyof Words] ?? '') : ''),
  );

/** The request that rings the phones of both, with everything filled in. */
export function ringRequest(kind: TelephonyKind, ring: Ring, keys: Keys, words: Words): ProviderRequest {
  const { address, body, format } = ring;
  const values = Object.fromEntries(
    Object.entries(body).map(([name, text]) => [name, filled(text, words, (word) => word)]),
  );
  const isForm = format === 'form';
  const text = isForm ? new URLSearchParams(values).toString() : JSON.stringify(values);
  return {
    url: filled(address, words, encodeURIComponent),
    method: 'POST',
    headers: {
      ...proofOf(kind, ring, keys),
      accept: 'application/json',
      'user-agent': 'LMS',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    },
    body: text,
  };
}

/** How each telephone system proves a request: name and password, a token alone, or two headers. */
export function proofOf(
  kind: TelephonyKind,
  ring: Ring | null,
  { api_key, api_token }: Keys,
): Record<string, string> {
  if (kind === 'knowlarity')
    return { ...(api_key && { 'x-api-key': api_key }), ...(api_token && { authorization: api_token }) };
  const name = api_key ?? (kind === 'telephony' ? undefined : ring?.account);
  if (name && api_token)
    return { authorization: `Basic ${Buffer.from(`${name}:${api_token}`).toString('base64')}` };
  if (api_token) return { authorization: `Bearer ${api_token}` };
  return api_key ? { 'x-api-key': api_key } : {};
}

/** The domains to which each telephone system's keys may be sent for a recording, besides the host of click to call. */
const DOMAINS: Readonly<Record<TelephonyKind, readonly string[]>> = {
  exotel: ['exotel.com', 'exotel.in'],
  knowlarity: ['knowlarity.com', 'myoperator.co'],
  twilio: ['twilio.com'],
  asterisk: [],
  telephony: [],
};

/** Whether a recording lies at the telephone system itself, and not at a store to which it only links. */
export function isAtProvider(kind: TelephonyKind, ring: Ring | null, url: string): boolean {
  const target = URL.parse(url);
  if (!target) return false;
  const isOwn = DOMAINS[kind].some(
    (domain) => target.hostname === domain || target.hostname.endsWith(`.${domain}`),
  );
  return isOwn || (ring !== null && URL.parse(ring.address)?.origin === target.origin);
}
