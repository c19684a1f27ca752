import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';

/** The token with which a company's directory creates, changes and deactivates its users. */
const ScimToken = z.object({
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  /** The time of the last use, to the minute. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type ScimToken = z.infer<typeof ScimToken>;

const common = { permission: 'company_sign_in.manage', tag: 'Company sign-in' } as const;
const params = z.object({ id: Id });

/** SCIM itself (`/api/scim/v2`) has its own forms of requests, answers and errors: docs/api.md. */
export const scim = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/clients/:id/scim',
    summary: 'Whether a directory may manage the users of a client by SCIM, and at which address',
    params,
    data: z.object({ token: z.nullable(ScimToken), address: z.string() }),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    proof: 'fresh',
    path: '/clients/:id/scim',
    isShownOnce: true,
    summary:
      'Create the SCIM token of a client; the answer shows it this once, and an earlier one stops working',
    params,
    data: z.object({ token: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    proof: 'fresh',
    path: '/clients/:id/scim',
    summary: 'Remove the SCIM token of a client: it is dead at once',
    params,
    data: z.object({}),
  }),
};
