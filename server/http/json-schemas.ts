import * as z from 'zod/v4/core';
import type { Endpoint } from '#shared/endpoint.ts';
import { ErrorBody } from '#shared/errors.ts';
import { Pagination } from '#shared/pagination.ts';
import { PERMISSIONS } from '#shared/permissions.ts';

type JsonSchema = Record<string, unknown>;

/** JSON schema of a contract's schema, in OpenAPI 3.0 words (`nullable` instead of a union with null). */
function jsonSchema(schema: z.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  return rest;
}

/**
 * The envelope of an answer. Fastify compiles it into the serializer, which is also the presenter: what the
 * endpoint does not name cannot leave, and nothing is parsed a second time on the way out.
 */
export function answerSchema(endpoint: Endpoint): Record<string, JsonSchema> {
  const envelope: JsonSchema = {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean' },
      data: writable(jsonSchema(endpoint.data, 'output')),
      message: { type: 'string' },
      ...(endpoint.paginated && { pagination: writable(jsonSchema(Pagination, 'output')) }),
    },
  };
  return { [endpoint.status ?? 200]: envelope, '4xx': { description: 'Refused', ...errorSchema() } };
}

function errorSchema(): JsonSchema {
  const body = jsonSchema(ErrorBody, 'output');
  // A stale edit carries the current row, whose shape depends on the call.
  return { ...body, properties: { ...(body.properties as JsonSchema), data: {} } };
}

/** Drops what costs the serializer time and changes nothing about what leaves: patterns, bounds and enums. */
function writable(schema: JsonSchema): JsonSchema {
  const { pattern: _p, minimum: _min, maximum: _max, enum: _e, anyOf, ...rest } = schema;
  const branches = anyOf as JsonSchema[] | undefined;
  const nullable = branches?.filter((branch) => branch.type !== 'null');
  if (nullable?.length === 1 && branches?.length === 2)
    return { ...writable(nullable[0] ?? {}), nullable: true };
  const result: JsonSchema = { ...rest, ...(branches && { anyOf: branches.map(writable) }) };
  if (result.format === 'uuid') delete result.format;
  if (result.properties) {
    const properties = Object.entries(result.properties as Record<string, JsonSchema>);
    result.properties = Object.fromEntries(properties.map(([key, value]) => [key, writable(value)]));
  }
  if (result.items) result.items = writable(result.items as JsonSchema);
  const more = result.additionalProperties as JsonSchema | undefined;
  // To choose between several kinds of value the serializer would validate each; JSON tells them apart by itself.
  if (more) result.additionalProperties = more.anyOf ? true : writable(more);
  return result;
}

/** What the OpenAPI document says about a call beside its answer. */
export function documentation(endpoint: Endpoint): JsonSchema {
  const { summary, tag, permission, params, query, body, upload } = endpoint;
  const who = permission === 'public' ? 'Everybody.' : `${PERMISSIONS[permission].roles.join(', ')}.`;
  return {
    summary,
    tags: [tag],
    description: `Open to: ${who}`,
    ...(permission !== 'public' && { security: [{ bearer: [] }] }),
    ...(params && { params: jsonSchema(params, 'input') }),
    ...(query && { querystring: jsonSchema(query, 'input') }),
    ...(body && { body: jsonSchema(body, 'input') }),
    ...(upload && { consumes: ['multipart/form-data', 'application/json'] }),
  };
}
