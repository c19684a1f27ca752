import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MAX_DELIVERY_BYTES } from '#shared/company/sources.ts';

/** The bytes of a delivery as received; undefined if there are too many. */
export type RawBody = Buffer | undefined;

/** The maximum number of form fields. */
const MAX_FIELDS = 1000;
/** The first characters of the two kinds of forms. A name of 200 characters has up to 2,400 when encoded. */
const MULTIPART = /^(?:\r\n)?--([\w'()+,./:=? -]{1,70})\r\n/;
const LIKE_FORM = /^&{0,9}[^\p{Cc}<>"{}&=]{0,2400}=/u;

/** Reads no more than the size limit; does not wait for the rest of a larger body. */
export async function readBody(stream: IncomingMessage): Promise<{ bytes: RawBody }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_DELIVERY_BYTES) return { bytes: undefined };
    parts.push(part);
  }
  return { bytes: Buffer.concat(parts) };
}

/** Portals' ids exceed JavaScript's safe integers, so such a number keeps its text. */
const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** Parses JSON. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, asWritten);
}

/**
 * The payload of a body: JSON or a form, recognised by its first bytes whatever content type the portal
 * declares. Undefined if neither can be read. A form whose only field is JSON, as some programs send, is read
 * as that JSON.
 */
export async function payloadOf(body: Buffer): Promise<unknown> {
  const text = textOf(body).replace(/^\ufeff/, '');
  const boundary = MULTIPART.exec(text)?.[1];
  if (boundary) return await multipartIn(Buffer.from(text), boundary).catch(() => undefined);
  const json = jsonIn(text);
  return json === undefined && LIKE_FORM.test(text) ? formOf(text) : json;
}

/** The values of a form by name; undefined if there are too many. */
export const formOf = (text: string): object | undefined => valuesOf(new URLSearchParams(inUtf8(text)));

const LATIN = new TextDecoder('windows-1252');

/**
 * Bytes as text. Old programs send windows-1252, mostly without saying so; UTF-8 that was cut within a
 * character stays UTF-8.
 */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return isUtf8(bytes) || /[\x80-\ufffc]/.test(text) ? text : LATIN.decode(bytes);
}

/** A form with escapes of UTF-8 only: `%E9` is é in windows-1252. */
const inUtf8 = (form: string): string =>
  form.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
    return isUtf8(bytes) ? escapes : encodeURIComponent(textOf(bytes));
  });

async function multipartIn(body: Buffer, boundary: string): Promise<unknown> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return valuesOf(await new Response(new Uint8Array(body), { headers }).formData());
}

/** A repeated name gives a list. */
function valuesOf(form: Iterable<[string, unknown]>): object | undefined {
  const values = new Map<string, string[]>();
  let fields = 0;
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    fields += 1;
    if (fields > MAX_FIELDS) return undefined;
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  const [only, ...others] = [...values.values()].flat();
  const inside = others.length === 0 && only !== undefined ? jsonIn(only) : undefined;
  if (typeof inside === 'object' && inside !== null) return inside;
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length > 1 ? list : list[0]]));
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
