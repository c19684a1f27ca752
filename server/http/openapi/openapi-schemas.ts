import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;
type Names = z.core.$ZodRegistry<{ id: string }>;

/**
 * Schemas of the contract in JSON: the named ones, and a function that returns the schema for one use, with
 * references to the named ones.
 */
export type Schemas = { named: Record<string, Json>; of: (schema: z.ZodMiniType) => Json };

/**
 * Schemas by the names under which `shared/` exports them. The folder is read instead of a list because names
 * are only looked up: a schema without a name is written inline, and nothing is missing.
 */
export async function schemaNames(): Promise<Names> {
  const names: Names = z.registry();
  const folder = new URL('../../../shared/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /^[^.]+\.ts$/.test(name))) {
    const contract = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [id, value] of Object.entries(contract))
      if (value instanceof z.core.$ZodType) names.add(value, { id });
  }
  return names;
}

/**
 * Schemas as callers send them (`input`) or as the server returns them (`output`), with references to named
 * schemas.
 */
export function inJson(
  io: 'input' | 'output',
  names: Names,
  schemas: (z.ZodMiniType | undefined)[],
): Schemas {
  const each = [...new Set(schemas)].filter((schema) => schema !== undefined);
  const { properties, $defs } = z.toJSONSchema(z.object(Object.fromEntries(each.entries())), {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => plainly(zodSchema, jsonSchema, io),
  });
  const text = JSON.stringify({ properties, $defs }).replaceAll('"#/$defs/', '"#/components/schemas/');
  const result = JSON.parse(text) as { properties: Json[]; $defs: Record<string, Json> };
  return { named: result.$defs, of: (schema) => result.properties[each.indexOf(schema)] as Json };
}

/** Drops redundant properties, and describes how query text is parsed: as an integer (`page`) or an enum. */
function plainly(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (json.format) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (io === 'output' || schema._zod.def.type !== 'pipe') return;
  const { type, minimum, maximum, enum: words } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (type === 'number') Object.assign(json, { type: 'integer', minimum, maximum, pattern: undefined });
  if (words) json.enum = words;
}
