import fastJson from 'fast-json-stringify';
import type { FastifySchema, FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/v4/core';
import type { Endpoint } from '#shared/endpoint.ts';
import { ErrorBody } from '#shared/errors.ts';
import { Pagination } from '#shared/pagination.ts';

type JsonSchema = Record<string, unknown>;

/** JSON schema of an answer, in OpenAPI 3.0 words, which the serializer knows (`nullable` instead of a union with null). */
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
 * The serializers of an endpoint's answers, which are also the presenters: what the endpoint does not name cannot leave, and
 * nothing is parsed a second time on the way out. Each is made for its first answer: all four hundred take a tenth of the start.
 */
export function answers(endpoint: Endpoint): {
  schema: FastifySchema;
  serializerCompiler: FastifySerializerCompiler<FastifySchema>;
} {
  const status = String(endpoint.status ?? 200);
  return {
    // Fastify asks for a serializer where it finds a schema.
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

/** Drops the parts that cost the serializer time and change nothing about the answer: patterns, bounds and enums. */
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
  // The serializer would validate each of several kinds of value to choose between them; JSON tells them apart by
  // itself.
  if (more) result.additionalProperties = more.anyOf ? true : writable(more);
  return result;
}
