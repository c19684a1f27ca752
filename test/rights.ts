import type { Endpoint } from '#shared/endpoint.ts';
import type { Role } from '#shared/permissions.ts';

/**
 * The roles that may make each call, and the sentence for everybody else: written by hand from the specification, so
 * that the table of permissions is compared with something and not with itself. A new endpoint is added here by hand
 * too.
 */
type Group = { roles: readonly Role[] | 'public'; refusal?: string; calls: string };

const everyone: readonly Role[] = ['superadmin', 'admin', 'manager', 'salesrep'];
const leaders: readonly Role[] = ['superadmin', 'admin', 'manager'];
const admins: readonly Role[] = ['superadmin', 'admin'];
const superadmin: readonly Role[] = ['superadmin'];

const GROUPS: readonly Group[] = [
  {
    roles: 'public',
    calls: `GET /health, POST /auth/login, POST /auth/refresh, POST /auth/logout, POST /auth/forgot-password,
      POST /auth/reset-password, POST /auth/register, POST /auth/confirm-email, POST /public/leads, POST /public/demo-requests`,
  },
  {
    roles: everyone,
    calls: `GET /auth/me, PATCH /auth/me, POST /auth/change-password, GET /auth/sessions, DELETE /auth/sessions,
      DELETE /auth/sessions/:id, GET /users, GET /events,
      GET /configurations/tenant/:tenantId,
      GET /leads, GET /leads/stats, GET /leads/values, GET /leads/:id, GET /leads/:id/neighbours, POST /leads,
      PUT /leads/:id, DELETE /leads/:id, PATCH /leads/:id/status, PATCH /leads/:id/archive, PATCH /leads/:id/assign,
      PATCH /leads/:id/score, PATCH /leads/:id/tags, DELETE /leads/:id/tags, PATCH /leads/:id/duplicate,
      PATCH /leads/:id/convert, PATCH /leads/:id/contact, POST /leads/import, POST /leads/import/preview,
      GET /leads/import/sample, GET /leads/export, GET /leads/:id/timeline, GET /leads/trash, POST /leads/:id/restore,
      GET /leads/duplicates, POST /leads/:id/merge,
      GET /call-logs, GET /call-logs/lead/:id, GET /call-logs/:id, POST /call-logs, PUT /call-logs/:id,
      DELETE /call-logs/:id,
      GET /reminders, POST /reminders, PUT /reminders/:id, PATCH /reminders/:id/complete, PATCH /reminders/:id/reopen,
      DELETE /reminders/:id,
      GET /operations, POST /operations/:id/undo, GET /products, GET /product-categories,
      GET /dashboard/, GET /dashboard/stats, GET /dashboard/monthly-trend, GET /dashboard/recent-leads,
      GET /dashboard/leads-by-source, GET /dashboard/leads-by-status, GET /dashboard/high-value-leads,
      GET /dashboard/leads-requiring-followup, GET /dashboard/active-leads, GET /dashboard/converted-leads,
      GET /dashboard/pending-reminders`,
  },
  {
    roles: leaders,
    refusal: 'Only Managers, Admins and Super Admins can manage products.',
    calls: `POST /products, PUT /products/:id, PUT /products/:id/status, DELETE /products/:id,
      POST /products/:id/restore, POST /product-categories, PUT /product-categories/:id,
      DELETE /product-categories/:id`,
  },
  {
    roles: admins,
    refusal: 'Only Admins and Super Admins can manage users.',
    calls: `GET /users/:id, PATCH /users/:id/status, GET /users/:id/open-work, POST /users/:id/reset-link`,
  },
  {
    roles: admins,
    refusal: 'Only Admins and Super Admins can create users',
    calls: `POST /users, POST /users/invitations`,
  },
  { roles: admins, refusal: 'Only Admins and Super Admins can manage roles.', calls: `GET /roles` },
  { roles: admins, refusal: 'Only Super Admins can manage client settings.', calls: `GET /clients` },
  {
    roles: superadmin,
    refusal: 'Only Super Admins can manage client settings.',
    calls: `POST /clients, PATCH /clients/:id/status, DELETE /clients/:id, GET /clients/:id/stats,
      GET /clients/:id/schema`,
  },
  {
    roles: admins,
    refusal: 'Only Admins and Super Admins can configure lead fields.',
    calls: `PUT /configurations/:tenantId/lead_config, POST /configurations/:tenantId/lead_config/fields,
      DELETE /configurations/:tenantId/lead_config/fields/:key,
      POST /configurations/:tenantId/lead_config/fields/:key/restore`,
  },
  {
    roles: superadmin,
    refusal: 'Only Super Admin users can perform bulk update operations',
    calls: `POST /leads/bulk-update`,
  },
  {
    roles: superadmin,
    refusal: 'Only Super Admin users can perform bulk delete operations',
    calls: `POST /leads/bulk-delete`,
  },
  {
    roles: admins,
    refusal: 'Only Admins and Super Admins can access API settings.',
    calls: `GET /api-keys, POST /api-keys/create, POST /api-keys/rotate, POST /api-keys/revoke, POST /api-keys/test`,
  },
  { roles: admins, refusal: 'Only Admins and Super Admins can read the audit log.', calls: `GET /audit` },
];

const RIGHTS = new Map<string, Group>();
for (const group of GROUPS) for (const call of group.calls.split(',')) RIGHTS.set(call.trim(), group);

/** Throws with the sentence that tells a developer what is missing. */
export function rightsTo({ method, path }: Pick<Endpoint, 'method' | 'path'>): Group {
  const group = RIGHTS.get(`${method} ${path}`);
  if (!group)
    throw new Error(`${method} ${path} is not in test/rights.ts: write there, by hand, who may call it.`);
  return group;
}

/** The calls of the list; a call that is no endpoint any more must be taken out. */
export const LISTED = [...RIGHTS.keys()];

/** Rights that decide within a call, or on the page alone: on others' rows, on a filter. By hand as well. */
export const FURTHER_RIGHTS: Record<string, readonly Role[]> = {
  'leads.filter_by_creator': admins,
  'leads.delete_any': leaders,
  'operations.undo_any': admins,
  'calls.change_any': leaders,
};

export const mayFurther = (person: { role: Role } | undefined, right: string): boolean =>
  person !== undefined && FURTHER_RIGHTS[right]?.includes(person.role) === true;
