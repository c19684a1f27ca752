import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#shared/protocol/endpoint.ts';
import type { FieldError } from '#shared/protocol/errors.ts';
import { takesSeveral } from '#shared/protocol/several.ts';
import { HttpError, InvalidInput, NotFound } from '#server/errors.ts';

/**
 * The params, query and body of a request, parsed by the endpoint's schemas. Throws 404 for a malformed id,
 * otherwise 422.
 */
export function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> } {
  return {
    params: parseParams(endpoint, request.params) as ParamsOf<E>,
    query: (endpoint.query
      ? parse(endpoint.query, oneValueEach(endpoint.query, request.query))
      : {}) as QueryOf<E>,
    body: (endpoint.body ? parse(endpoint.body, bodyOf(endpoint, request)) : undefined) as BodyOf<E>,
  };
}

/** Parses a value with the contract's schema; turns all invalid fields into a single 422. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return result.data;
  throw new InvalidInput(result.error.issues.flatMap(fieldErrors));
}

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (!endpoint.params) return {};
  const result = endpoint.params.safeParse(params);
  if (result.success) return result.data;
  throw new NotFound('This does not exist.');
}

/**
 * Rejects a parameter that is sent twice, whose meaning is unclear, unless its filter takes several values.
 */
function oneValueEach(schema: z.ZodMiniType, query: unknown): Record<string, unknown> {
  const { shape = {} } = schema._zod.def as { shape?: Record<string, unknown> };
  const values = query as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value) && !takesSeveral(shape[name]))
      throw new InvalidInput([{ field: name, message: `${name} was sent more than once.` }]);
    if ([value].flat().some((one) => typeof one === 'string' && one.includes('\0'))) {
      throw new InvalidInput([
        { field: name, message: `${name} holds a character that cannot be searched for.` },
      ]);
    }
  }
  // An empty parameter counts as omitted, but a program whose list of ids is empty asks for no rows.
  const given = Object.entries(values).map(
    ([name, value]) => [name, name === 'ids' && value === '' ? value : filled(value)] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function filled(value: unknown): unknown {
  if (!Array.isArray(value)) return value === '' ? undefined : value;
  const values = value.filter((one) => one !== '');
  return values.length > 0 ? values : undefined;
}

function bodyOf({ listMeans }: Endpoint, request: FastifyRequest): unknown {
  const { body } = request;
  if (listMeans && Array.isArray(body)) return { [listMeans]: body };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError(400, 'bad_request', 'The request needs a JSON object as its body.');
  }
  return body;
}

/**
 * The invalid fields of an issue: each unknown name is one, in objects that reject unknown names (filters).
 */
function fieldErrors({ path, message, ...issue }: z.core.$ZodIssue): FieldError[] {
  const at = (more: readonly string[]) => [...path.map(String), ...more].join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: at([key]), message: `There is no filter ${key}.` }));
  return path.length > 0 ? [{ field: at([]), message }] : [{ message }];
}

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** Messages for issues to which a schema gives no message of its own. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  const name = issue.path?.map(String).join('.') || 'The input';
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${name} is required.`;
  if (issue.code === 'invalid_type')
    return `${name} must be ${KINDS[issue.expected] ?? 'another kind of value'}.`;
  return `${name} is not valid.`;
};
