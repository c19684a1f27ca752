import { lookup as resolveName } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { leadsInside } from '#server/reach.ts';
import type { Reach } from '#server/reach.ts';

/** An attempt: the status that was answered, and why it has failed, in a sentence; null when it has not. */
export type Outcome = { status: number | null; reason: string | null };

export const INTERNAL = 'The address leads to an internal network.';
/** Bytes of an answer that are read; nobody needs more than its status. */
const READ = 1024;

/** Bytes of an answer that is read for its content. */
const MOST_READ = 4 * 1024 * 1024;
/** Limits of a request: the addresses it may reach, milliseconds for all of it, and the signal that breaks it off. */
export type OutgoingLimits = { reach: Reach; timeLimit: number; leave: AbortSignal };

/**
 * One sentence for names that nobody has, that lead inside and that refuse: an admin of a company learns nothing of the names that the network
 * of the installation knows.
 * @internal
 */
export const NOT_REACHED =
  'The address cannot be reached. Check its name, and that it is open to the internet.';

class InternalAddress extends Error {}

/**
 * Posts a body once; never throws, and breaks off when the process leaves. No redirect is followed, and each address that the name resolves to is looked at when the
 * connection is made, so that a name cannot lead elsewhere than it did when it was checked.
 */
export async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  limits: OutgoingLimits,
): Promise<Outcome> {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  return await send(
    url,
    { method: 'POST', headers: { ...headers, ...length }, body },
    limits,
    async (answer) => {
      const { statusCode: status = 0 } = answer;
      drain(answer);
      return { status, reason: reasonOf(status) };
    },
  );
}

/** Reads an address once, in the way of `post`; `text` is the answer, whatever its status, up to 4 MB. */
export async function read(
  url: string,
  headers: Record<string, string>,
  limits: OutgoingLimits,
): Promise<Outcome & { text?: string }> {
  return await send(url, { method: 'GET', headers }, limits, async (answer) => {
    const { statusCode: status = 0 } = answer;
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MOST_READ) return { status, reason: 'The response from the address is too large.' };
      parts.push(part);
    }
    return { status, reason: reasonOf(status), text: Buffer.concat(parts).toString('utf8') };
  });
}

type Request = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

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

/** Reads the little that lets the other side end its answer in order, and hangs up on more. */
function drain(answer: IncomingMessage): void {
  let read = 0;
  answer.on('error', () => undefined);
  answer.on('data', (part: Buffer) => {
    read += part.length;
    if (read > READ) answer.destroy();
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
