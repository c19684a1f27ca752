import * as z from 'zod/mini';
import { AccessToken, NewToken } from '#shared/accounts/access-tokens.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

/** The maximum number of service tokens per client. */
export const MAX_SERVICE_TOKENS = 20;

/** The author's name on rows that a service token writes. */
export const serviceName = (name: string) => `Service token ${name}`;

export const ServiceToken = z.extend(AccessToken, {
  clientId: Id,
  clientName: z.string(),
  /** The person who created the token; null when that person is no longer a user. */
  createdByName: z.nullable(z.string()),
});
export type ServiceToken = z.infer<typeof ServiceToken>;

const common = { permission: 'api_keys.manage', tag: 'Service tokens' } as const;

export const serviceTokens = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/service-tokens',
    summary:
      'Service tokens of the clients the caller may see, newest first; the tokens themselves are in no list',
    query: z.object({ page: PageQuery.page, limit: z._default(PageQuery.limit.def.innerType, 50) }),
    data: z.object({ tokens: z.array(ServiceToken) }),
    paginated: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/service-tokens',
    proof: 'fresh',
    isShownOnce: true,
    summary: 'Create a token of a client; the answer shows it this once',
    query: z.object({ clientId: z.optional(Id) }),
    body: NewToken,
    data: z.object({ id: Id, token: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/service-tokens/:id',
    summary: 'Remove a service token: it is dead at once',
    params: z.object({ id: Id }),
    data: z.object({}),
  }),
};
