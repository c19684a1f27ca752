import { STATUS_CODES } from 'node:http';
import { FEATURES } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { PROOF_NEEDED } from '#shared/accounts/proof-needed.ts';
import { ErrorBody } from '#shared/protocol/errors.ts';
import { ImportOptions, JsonImport } from '#shared/leads/lead-import.ts';
import { Pagination } from '#shared/protocol/pagination.ts';
import { PERMISSIONS } from '#shared/accounts/permissions.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { SOURCE_KEY_HEADER, sourcePosts } from '#shared/company/source-posts.ts';
import { inJson, schemaNames } from './openapi-schemas.ts';
import type { Json, Schemas } from './openapi-schemas.ts';
import { TAGS } from './openapi-tags.ts';
import { parametersOf } from './parameters.ts';
import { REFUSALS, refusalsOf } from './refusals.ts';

/**
 * The OpenAPI 3.1 document, built from the contract only: operation ids come from the call's position
 * (`leads.list`: `leadsList`), schema names from the exports of `shared/`. Throws when one name would mean
 * two shapes.
 */
export async function openApi(
  features: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = FEATURES,
): Promise<Json> {
  const calls = Object.entries(features).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([call, endpoint]) => ({ id: feature + capitalised(call), endpoint })),
  );
  const names = await schemaNames();
  const sent = calls.flatMap(({ endpoint: { params, query, body } }) => [params, query, body]);
  const input = inJson('input', names, [...sent, ImportOptions, JsonImport]);
  const answered = calls.map(({ endpoint }) => endpoint.data);
  const output = inJson('output', names, [...answered, Pagination, ErrorBody]);
  refuseTwoShapes(input, output);
  const paths: Record<string, Json> = {};
  for (const { id, endpoint } of calls) {
    const path = (endpoint.plainPath ?? endpoint.path).replaceAll(/:(\w+)/g, '{$1}');
    const method = endpoint.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: operation(id, endpoint, input, output) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'LMS',
      // The version of the contract's format; the running version of LMS is not revealed to strangers.
      version: '1',
      description: 'Lead management. Sign in with `POST /auth/login` and send the token as a bearer.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        sourceKey: { type: 'apiKey', in: 'header', name: SOURCE_KEY_HEADER },
      },
      responses: refusals(output.of(ErrorBody)),
      schemas: { ...input.named, ...output.named },
    },
  };
}

function refuseTwoShapes(input: Schemas, output: Schemas): void {
  for (const [name, schema] of Object.entries(input.named)) {
    const answered = output.named[name];
    if (answered && JSON.stringify(answered) !== JSON.stringify(schema))
      throw new Error(`${name} is sent in one shape and answered in another: give one of them another name.`);
  }
}

function operation(id: string, endpoint: Endpoint, input: Schemas, output: Schemas): Json {
  const { permission, proof, summary, tag, status = 200, deprecated } = endpoint;
  const who = permission === 'public' ? 'everybody' : PERMISSIONS[permission].roles.join(', ');
  const refused = refusalsOf(endpoint).map((code) => [code, named(REFUSALS[code][0])] as const);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `Open to ${who}.${proof ? ` Needs a fresh proof: 403 \`${PROOF_NEEDED}\` without one.` : ''}${deprecated ? ` Deprecated, until ${deprecated.until}. ${deprecated.instead}` : ''}`,
    ...(deprecated && { deprecated: true }),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, input),
    ...requestBody(endpoint, input),
    responses: {
      [status]: { description: STATUS_CODES[status], content: success(endpoint, output) },
      ...Object.fromEntries(refused),
    },
  };
}

const named = (response: string) => ({ $ref: `#/components/responses/${response}` });

/** The credentials that a call accepts; a portal may prove itself in its own way instead. */
function securityOf(endpoint: Endpoint): object[] {
  if (endpoint === publicLeads.create) return [{ apiKey: [] }];
  if (endpoint === sourcePosts.receive) return [{ sourceKey: [] }, {}];
  return endpoint.permission === 'public' ? [] : [{ bearer: [] }];
}

function requestBody(endpoint: Endpoint, input: Schemas): Json {
  const { body, upload, method } = endpoint;
  if (method === 'POST' && isDelivery(endpoint)) return { requestBody: { content: DELIVERY } };
  const json = body ?? (upload && JsonImport);
  if (!json) return {};
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const form = {
    schema: { type: 'object', required: ['file'], allOf: [input.of(ImportOptions)], properties: { file } },
    encoding: { mapping: { contentType: 'application/json' } },
  };
  const content = {
    'application/json': { schema: input.of(json) },
    ...(upload && { 'multipart/form-data': form }),
  };
  return { requestBody: { required: true, content } };
}

const isDelivery = (endpoint: Endpoint) => Object.values<Endpoint>(sourcePosts).includes(endpoint);

/** The bodies of portals: one lead or several, or a form. */
const DELIVERY = {
  'application/json': { schema: { type: ['object', 'array'], items: { type: 'object' } } },
  'application/x-www-form-urlencoded': { schema: { type: 'object' } },
};

function success({ data, paginated, file, otherFile }: Endpoint, output: Schemas): Json {
  const asText = { schema: { type: 'string' } };
  if (file) return { [file]: asText, ...(otherFile && { [otherFile]: asText }) };
  const properties = {
    success: { type: 'boolean', const: true },
    data: output.of(data),
    message: { type: 'string' },
    ...(paginated && { pagination: output.of(Pagination) }),
  };
  return { 'application/json': { schema: { type: 'object', required: ['success', 'data'], properties } } };
}

/** The named error responses that calls reference, one per status. */
function refusals(schema: Json): Json {
  const wait = {
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  };
  const answers = Object.entries(REFUSALS).map(([status, [name, description]]) => [
    name,
    { description, ...(/429|503/.test(status) && wait), content: { 'application/json': { schema } } },
  ]);
  return Object.fromEntries(answers) as Json;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
