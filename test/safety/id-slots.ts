import * as z from 'zod/v4/core';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';

/** A place in a query or body that takes an id: `POST /leads body.assigned_to`. */
export type IdSlot = {
  name: string;
  endpoint: Endpoint;
  place: 'query' | 'body';
  field: string;
  isList: boolean;
};

type JsonSchema = {
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

/** Every place in the contract, except paths, where a caller can name an object. */
export function idSlots(): IdSlot[] {
  return ENDPOINTS.flatMap((endpoint) =>
    (['query', 'body'] as const).flatMap((place) => {
      const schema = endpoint[place];
      const properties = schema ? (jsonSchema(schema).properties ?? {}) : {};
      return Object.entries(properties)
        .filter(([, property]) => holdsId(property))
        .map(([field, property]) => ({
          name: `${endpoint.method} ${endpoint.path} ${place}.${field}`,
          endpoint,
          place,
          field,
          isList: property.items !== undefined,
        }));
    }),
  );
}

function jsonSchema(schema: z.$ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
}

const holdsId = ({ format, items, anyOf = [] }: JsonSchema): boolean =>
  format === 'uuid' || (items !== undefined && holdsId(items)) || anyOf.some(holdsId);
