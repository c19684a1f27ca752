import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';

const SAFE = Number.MAX_SAFE_INTEGER;
const KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
] as const;
type Node = { [key: string]: unknown; properties?: Record<string, Node>; items?: Node; anyOf?: Node[] };
type Schema = z.core.$ZodType;

/** The maximums of numbers and of list lengths in a schema. */
function* numbersOf(node: Node, path: string): Generator<string> {
  for (const key of KEYWORDS)
    if (typeof node[key] === 'number' && Math.abs(node[key]) !== SAFE) yield `${path} ${key} ${node[key]}`;
  for (const [name, child] of Object.entries(node.properties ?? {}))
    yield* numbersOf(child, `${path}.${name}`);
  if (node.items) yield* numbersOf(node.items, `${path}[]`);
  for (const each of node.anyOf ?? []) yield* numbersOf(each, path);
}

const LONGEST = 70_000;
const takes = (schema: Schema, length: number) => z.core.safeParse(schema, 'x'.repeat(length)).success;

/** The maximum length of a schema's texts; undefined if it takes no such text, or any. */
function longestOf(schema: Schema): number | undefined {
  const fits = [1, 6, 20].find((length) => takes(schema, length));
  if (fits === undefined || takes(schema, LONGEST)) return undefined;
  let [low, high] = [fits, LONGEST];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (takes(schema, middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The properties of an object, including one with its own rules, and of nested objects. */
function* textsOf(schema: Schema, path: string): Generator<string> {
  const { shape = {} } = schema._zod.def as { shape?: Record<string, Schema> };
  for (const [name, child] of Object.entries(shape)) {
    const longest = longestOf(child);
    if (longest !== undefined) yield `${path}.${name} maxLength ${longest}`;
    yield* textsOf(child, `${path}.${name}`);
  }
}

function* limitsOf({ query, body, params }: Endpoint): Generator<string> {
  for (const [part, schema] of Object.entries({ query, body, params })) {
    if (!schema) continue;
    yield* numbersOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, part);
    yield* textsOf(schema, part);
  }
}

/** Each limit once, whichever calls have it: a new call with existing fields changes nothing. */
const table = () =>
  `${[...new Set(ENDPOINTS.flatMap((endpoint) => [...limitsOf(endpoint)]))].toSorted().join('\n')}\n`;

test('every number, text and list of a call is accepted up to exactly the limit in the table', () => {
  const path = new URL('limits-of-calls.txt', import.meta.url);
  assert.equal(table(), readFileSync(path, 'utf8'));
});
