import fastJson from 'fast-json-stringify';
import type { FastifySchema, FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/v4/core';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { ErrorBody } from '#shared/protocol/errors.ts';
import { Pagination } from '#shared/protocol/pagination.ts';

type JsonSchema = Record<string, unknown>;

/**
 * JSON schema of a response, in OpenAPI 3.0 terms, which the serializer knows (`nullable` instead of a union
 * with null).
 */
function jsonSchema(schema: z.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    target: 'openapi-3.0',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  return rest;
}

/**
 * The serializers of an endpoint's responses, which also present them: properties missing from the endpoint's
 * schema are never sent, and nothing is parsed again on output. Each serializer is created for its first
 * response, because creating all four hundred takes a tenth of the start.
 */
export function answers(endpoint: Endpoint): {
  schema: FastifySchema;
  serializerCompiler: FastifySerializerCompiler<FastifySchema>;
} {
  const status = String(endpoint.status ?? 200);
  return {
    // Fastify requests a serializer only if there is a schema.
    schema: { response: { [status]: {}, '4xx': {} } },
    serializerCompiler: ({ httpStatus }) => {
      let write: ReturnType<typeof fastJson> | undefined;
      return (answer) => {
        write ??= fastJson(httpStatus === status ? envelope(endpoint) : jsonSchema(ErrorBody));
        return write(answer);
      };
    },
  };
}

function envelope(endpoint: Endpoint): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean' },
      data: writable(jsonSchema(endpoint.data)),
      message: { type: 'string' },
      ...(endpoint.paginated && { pagination: writable(jsonSchema(Pagination)) }),
    },
  };
}

/**
 * Drops the parts that cost the serializer time without changing the response: patterns, bounds and enums.
 */
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
  // For a union the serializer would validate each option to choose one; plain JSON needs no choice.
  if (more) result.additionalProperties = more.anyOf ? true : writable(more);
  return result;
}
