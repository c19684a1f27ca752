import { lookup as resolveName } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { leadsInside } from './outgoing-addresses.ts';
import type { Reach } from './outgoing-addresses.ts';

/**
 * An attempt: the response status, a message about why it failed (null if it did not), and after how many seconds
 * the other side wants to be asked again.
 */
export type Outcome = { status: number | null; reason: string | null; retryAfter?: number };

export const INTERNAL = 'The address leads to an internal network.';
/** Bytes of a response that are read when only its status matters. */
const READ = 1024;

/** Bytes of a response that are read for its content. */
const MOST_READ = 4 * 1024 * 1024;
const TOO_LARGE = 'The response from the address is too large.';
/**
 * Limits of a request: the addresses it may reach, a timeout in milliseconds for all of it, and the signal
 * that aborts it.
 */
export type OutgoingLimits = { reach: Reach; timeLimit: number; leave: AbortSignal };

/**
 * The same message for names that do not exist, are internal, or refuse the connection, so that a company's
 * admin learns nothing about the installation's network. @internal
 */
export const NOT_REACHED =
  'The address cannot be reached. Check its name, and that it is open to the internet.';

class InternalAddress extends Error {}

/**
 * Posts a body once; never throws, and aborts when the process stops. Follows no redirect, and checks each
 * address that the name resolves to when connecting, so that a name cannot lead elsewhere than when it was
 * checked.
 */
export async function post(
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
  limits: OutgoingLimits,
): Promise<Outcome> {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  return await send(
    url,
    { method: 'POST', headers: { ...headers, ...length }, body },
    limits,
    async (answer) => {
      const { statusCode: status = 0, headers: told } = answer;
      drain(answer);
      const retryAfter = secondsOf(told['retry-after']);
      return { status, reason: reasonOf(status), ...(retryAfter !== undefined && { retryAfter }) };
    },
  );
}

/** Reads a URL once, like `post`; `text` is the response, whatever its status, up to 4 MB. */
export async function read(
  url: string,
  headers: Record<string, string>,
  limits: OutgoingLimits,
): Promise<Outcome & { text?: string }> {
  return await send(url, { method: 'GET', headers }, limits, async (answer) => {
    const { statusCode: status = 0 } = answer;
    const text = await textOf(answer, MOST_READ);
    if (text === undefined) return { status, reason: TOO_LARGE };
    return { status, reason: reasonOf(status), text };
  });
}

/** No response at all, or one that is too large; the message says why. */
export class Unanswered extends Error {}

/**
 * Sends a request like `post` and returns the response, whatever its status, in the form that libraries expect.
 * Throws Unanswered.
 */
export async function exchange(
  url: string,
  request: Request,
  { most, ...limits }: OutgoingLimits & { most: number },
): Promise<Response> {
  let response: Response | undefined;
  const { reason } = await send(url, request, limits, async (answer): Promise<Outcome> => {
    const { statusCode: status = 0, headers } = answer;
    const text = await textOf(answer, most);
    if (text === undefined) return { status, reason: TOO_LARGE };
    const type = headers['content-type'];
    const isEmpty = [204, 205, 304].includes(status);
    response = new Response(isEmpty ? null : text, {
      status,
      ...(type && { headers: { 'content-type': type } }),
    });
    return { status, reason: null };
  });
  if (!response) throw new Unanswered(reason ?? NOT_REACHED);
  return response;
}

/** A response whose body is passed on while it arrives. */
export type Opened = { status: number; headers: IncomingMessage['headers']; body: IncomingMessage };

/**
 * Opens a response like `post`, to pass its body on: `timeLimit` is for its beginning, `longest` for all of it. A message
 * instead of one that did not begin.
 */
export async function openResponse(
  url: string,
  headers: Record<string, string>,
  { reach, timeLimit, longest, leave }: OutgoingLimits & { longest: number },
): Promise<Opened | string> {
  const impatient = new AbortController();
  const timer = setTimeout(() => impatient.abort(), timeLimit);
  let opened: Opened | undefined;
  const limits = { reach, timeLimit: longest, leave: AbortSignal.any([leave, impatient.signal]) };
  const { reason } = await send(url, { method: 'GET', headers }, limits, async (body): Promise<Outcome> => {
    const { statusCode: status = 0 } = body;
    opened = { status, headers: body.headers, body };
    return { status, reason: null };
  });
  clearTimeout(timer);
  if (opened) return opened;
  return impatient.signal.aborted
    ? failureOf(impatient.signal.reason as Error, timeLimit)
    : (reason ?? NOT_REACHED);
}

/** The text of a response; undefined beyond `most` bytes. */
async function textOf(answer: IncomingMessage, most: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

type Request = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | Buffer };

async function send<T extends Outcome>(
  url: string,
  { body, ...asked }: Request,
  { reach, timeLimit, leave }: OutgoingLimits,
  take: (answer: IncomingMessage) => Promise<T>,
): Promise<T | Outcome> {
  const target = URL.parse(url);
  if (!target || leadsInside(target, reach)) return { status: null, reason: INTERNAL };
  const options: RequestOptions = {
    ...asked,
    agent: false,
    lookup: lookupWithin(reach),
    signal: AbortSignal.any([AbortSignal.timeout(timeLimit), leave]),
  };
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return await new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: null, reason: failureOf(error, timeLimit) });
    const sent = request(target, options, (answer) => void take(answer).then(resolve, fail));
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Reads just enough for the other side to finish its response properly, and hangs up on more. */
function drain(answer: IncomingMessage): void {
  let received = 0;
  answer.on('error', () => undefined);
  answer.on('data', (part: Buffer) => {
    received += part.length;
    if (received > READ) answer.destroy();
  });
}

function lookupWithin({ mayReach }: Reach): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address)))
        return callback(new InternalAddress(), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/** The seconds of a Retry-After header, which is a number of them or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined || header.length > 40) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The address answered with a redirect (${status}), and redirects are not followed.`;
  return `The address answered with status ${status}.`;
}

const REASONS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|E(?:HOST|NET)UNREACH)$/, NOT_REACHED],
  [/CERT|^ERR_TLS|SELF_SIGNED|^UNABLE_TO/, 'The certificate of the address cannot be trusted.'],
  [/^(?:EPROTO|ERR_SSL)/, 'The address does not speak https.'],
];

function failureOf(error: Error & { code?: string }, timeLimit: number): string {
  if (error instanceof InternalAddress) return NOT_REACHED;
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `The address did not answer within ${Math.ceil(timeLimit / 1000)} seconds.`;
  const { code = '' } = error;
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'The connection broke off.';
}
