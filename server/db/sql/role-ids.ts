/** Fixed ids of the four roles, as the first migration writes them. */
export const ROLE_IDS = {
  superadmin: '00000000-0000-7000-8000-000000000001',
  admin: '00000000-0000-7000-8000-000000000002',
  manager: '00000000-0000-7000-8000-000000000003',
  salesrep: '00000000-0000-7000-8000-000000000004',
} as const;

/** The display name of a role; an unknown id is returned unchanged. */
export function roleNameOf(id: string): string {
  return Object.entries(ROLE_IDS).find(([, each]) => each === id.toLowerCase())?.[0] ?? id;
}
