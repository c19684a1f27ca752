import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { normaliseOrigin } from '#shared/protocol/origins.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

export const API_KEY_STATUSES = ['active', 'rotated', 'revoked'] as const;

/** An API key as lists show it, without the secret. */
export const ApiKey = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  /** `lmk_abcdefgh…WXYZ`; all `#` for a key that no longer works. */
  masked_api_key: z.string(),
  allowed_origins: z.array(z.string()),
  status: z.enum(API_KEY_STATUSES),
  created_at: z.iso.datetime(),
  rotated_at: z.nullable(z.iso.datetime()),
  revoked_at: z.nullable(z.iso.datetime()),
  /** The time of the last use, to the minute. */
  last_used_at: z.nullable(z.iso.datetime()),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const DOMAIN_REQUIRED = 'Please provide at least one allowed origin domain.';
export const CLIENT_REQUIRED = 'Please select a client before creating an API key.';
export const NOT_AN_ORIGIN =
  'Enter a domain such as www.example.com, or a pattern such as *.example.com that is yours alone.';
const MAX_ORIGINS = 10;

/** Stored as browsers send it: scheme, host and port. @public A name in the OpenAPI document. */
export const AllowedOrigin = z.pipe(
  z.string(NOT_AN_ORIGIN).check(
    z.maxLength(300, NOT_AN_ORIGIN),
    z.refine((text) => normaliseOrigin(text) !== undefined, NOT_AN_ORIGIN),
  ),
  z.transform((text: string) => normaliseOrigin(text) ?? ''),
);

const tag = 'API keys';
const Chosen = z.object({ api_key_id: Id });

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api-keys',
    permission: 'api_keys.manage',
    tag,
    summary: 'API keys of the clients the caller may see, masked, newest first',
    query: z.object({ page: PageQuery.page, limit: z._default(PageQuery.limit.def.innerType, 50) }),
    data: z.object({ api_keys: z.array(ApiKey) }),
    paginated: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-keys/create',
    permission: 'api_keys.manage',
    proof: 'fresh',
    tag,
    isShownOnce: true,
    summary: 'Create a key; the answer shows it this once',
    body: z.object({
      client_id: z.uuid(CLIENT_REQUIRED),
      allowed_origins: z
        .array(AllowedOrigin, DOMAIN_REQUIRED)
        .check(
          z.minLength(1, DOMAIN_REQUIRED),
          z.maxLength(MAX_ORIGINS, `A key can have ${MAX_ORIGINS} allowed origins at most.`),
        ),
    }),
    data: z.object({ api_key: z.string() }),
    status: 201,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api-keys/rotate',
    permission: 'api_keys.manage',
    proof: 'fresh',
    tag,
    isShownOnce: true,
    summary: 'Replace a key by a new one, shown this once; the old one is dead before the answer is sent',
    body: Chosen,
    data: z.object({ new_api_key: z.string() }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api-keys/revoke',
    permission: 'api_keys.manage',
    tag,
    summary: 'Deactivate a key for good',
    body: Chosen,
    data: z.object({ id: Id }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api-keys/test',
    permission: 'api_keys.manage',
    changes: ['leads'],
    tag,
    summary: 'Send a test lead the way a website would',
    body: Chosen,
    data: z.object({ lead_id: Id }),
    status: 201,
  }),
};
