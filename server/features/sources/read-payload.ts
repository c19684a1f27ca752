import type { IncomingMessage } from 'node:http';
import { MAX_DELIVERY_BYTES } from '#shared/sources.ts';

/** The bytes of a delivery as they have arrived; undefined where they are too many. */
export type RawBody = Buffer | undefined;

/** Reads no more than a delivery may have; the rest of a larger one is not waited for. */
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

/** Numbers of portals are longer than JavaScript counts: such a number stays as it is written. */
const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** A JSON text as a value. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, asWritten as (name: string, value: unknown) => unknown);
}

/**
 * The payload of a body: JSON or a form. Undefined where neither can be read. A form whose only field is JSON, as some programs send,
 * is that JSON.
 */
export async function payloadOf(body: Buffer, contentType = ''): Promise<unknown> {
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  if (/^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType))
    return await formIn(body, contentType).catch(() => undefined);
  return jsonIn(text);
}

async function formIn(body: Buffer, contentType: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const values: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const before = values[name];
    values[name] = before === undefined ? value : [before, value].flat();
  }
  const [only, ...others] = Object.values(values);
  const inside = others.length === 0 && typeof only === 'string' ? jsonIn(only) : undefined;
  return typeof inside === 'object' && inside !== null ? inside : values;
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
