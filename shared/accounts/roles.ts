import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, text } from '#shared/fields/fields.ts';

export const RoleEntry = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** The number of users with this role that the caller may see. */
  userCount: z.int(),
  isActive: z.boolean(),
  permissions: z.array(z.string()),
});
export type RoleEntry = z.infer<typeof RoleEntry>;

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/roles',
    permission: 'roles.read',
    tag: 'Roles',
    summary: 'The roles with their permissions',
    query: z.object({ search: z.optional(text(100, 'The search text')) }),
    data: z.object({ roles: z.array(RoleEntry) }),
  }),
};
