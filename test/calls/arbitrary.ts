import fc from 'fast-check';
import * as z from 'zod/v4/core';

type JsonSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
};

/** Values that a contract schema accepts, and similar invalid ones; `ids` are mostly existing ids. */
export function inputsOf(schema: z.$ZodType, ids: string[]): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  const valid = arbitraryOf(described, ids);
  return fc.oneof({ weight: 6, arbitrary: valid }, { weight: 4, arbitrary: valid.chain(broken) });
}

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('new', 'asc', 'Asha', 'asha@example.com', '+91 98765 43210', '', ' ', 'true', '1'),
);

/** Texts in the forms that the contract requires, by a part of their pattern. */
const PATTERNS: [part: string, fc.Arbitrary<string>][] = [
  ['\\d{4}-', fc.constantFrom('2026-01-31', '2026-06-30')],
  ['\\d{1,12}', fc.integer({ min: 1, max: 40 }).map(String)],
  ['@', fc.constantFrom('asha@example.com', 'Ravi@Example.in')],
];

function arbitraryOf(schema: JsonSchema, ids: string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, ids)));
  if (schema.type === 'object') return objectOf(schema, ids);
  if (schema.type === 'array') return fc.array(arbitraryOf(schema.items ?? {}, ids), { maxLength: 4 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer')
    return fc.integer({ min: within(schema.minimum, -1e6), max: within(schema.maximum, 1e6) });
  if (schema.type === 'number')
    return fc.double({ min: within(schema.minimum, -1e6), max: within(schema.maximum, 1e6), noNaN: true });
  if (schema.format === 'uuid') return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, fc.uuid());
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'date') return fc.constantFrom('2026-01-31', '1999-12-31', '2026-02-30');
  if (schema.type !== 'string') return fc.oneof(text, fc.integer());
  return PATTERNS.find(([part]) => schema.pattern?.includes(part))?.[1] ?? text;
}

const within = (bound: number | undefined, fallback: number) =>
  bound === undefined || Math.abs(bound) > 1e12 ? fallback : bound;

function objectOf(
  { properties, required = [], additionalProperties }: JsonSchema,
  ids: string[],
): fc.Arbitrary<unknown> {
  if (!properties)
    return fc.dictionary(
      fc.string({ maxLength: 10 }),
      typeof additionalProperties === 'object' ? arbitraryOf(additionalProperties, ids) : text,
      { maxKeys: 4 },
    );
  const optional = Object.keys(properties).filter((key) => !required.includes(key));
  // Only a few at a time, because among many one would always be wrong.
  return fc.subarray(optional, { maxLength: Math.min(4, optional.length) }).chain((some) => {
    const keys = [...required, ...some];
    return fc.record(Object.fromEntries(keys.map((key) => [key, arbitraryOf(properties[key] ?? {}, ids)])));
  });
}

/** The same object with one value replaced, removed or added. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return fc.jsonValue();
  const keys = [...Object.keys(value), 'unheard_of', '__proto__', 'constructor'];
  const wrong = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      null,
      '',
      -1,
      1e21,
      0.1,
      [],
      {},
      [[]],
      'x'.repeat(5000),
      '\u0000',
      '\ud800',
      undefined,
    ),
  );
  return fc
    .tuple(fc.constantFrom(...keys), wrong)
    .map(([key, replacement]) => Object.fromEntries([...Object.entries(value), [key, replacement]]));
}
