import type { Role } from '#shared/accounts/permissions.ts';

/**
 * The roles that have a right, and the refusal for all others. Written by hand from the specification, so
 * that the permission table is not compared with itself. `test/matrix/` names the right to each call.
 */
export type Right = { roles: readonly Role[] | 'public'; refusal?: string };

const everyone: readonly Role[] = ['superadmin', 'admin', 'manager', 'salesrep'];
const leaders: readonly Role[] = ['superadmin', 'admin', 'manager'];
const admins: readonly Role[] = ['superadmin', 'admin'];
const superadmin: readonly Role[] = ['superadmin'];

/** Rights by the names used in `test/matrix/`. */
export const RIGHTS = {
  public: { roles: 'public' },
  everyone: { roles: everyone },
  'manage products': {
    roles: leaders,
    refusal: 'Only Managers, Admins and Super Admins can manage products.',
  },
  'manage users': { roles: admins, refusal: 'Only Admins and Super Admins can manage users.' },
  'create users': { roles: admins, refusal: 'Only Admins and Super Admins can create users' },
  'manage roles': { roles: admins, refusal: 'Only Admins and Super Admins can manage roles.' },
  'see clients': { roles: admins, refusal: 'Only Super Admins can manage client settings.' },
  'manage clients': { roles: superadmin, refusal: 'Only Super Admins can manage client settings.' },
  'erase leads': { roles: admins, refusal: 'Only Admins and Super Admins can erase leads forever.' },
  'download all data': {
    roles: admins,
    refusal: 'Only Admins and Super Admins can download all data of a client.',
  },
  'configure fields': { roles: admins, refusal: 'Only Admins and Super Admins can configure lead fields.' },
  'update in bulk': {
    roles: superadmin,
    refusal: 'Only Super Admin users can perform bulk update operations',
  },
  'delete in bulk': {
    roles: superadmin,
    refusal: 'Only Super Admin users can perform bulk delete operations',
  },
  'see reports': {
    roles: leaders,
    refusal: 'Only Managers, Admins and Super Admins can see reports.',
  },
  'enter costs': {
    roles: admins,
    refusal: 'Only Admins and Super Admins can enter costs of sources.',
  },
  'distribute leads': {
    roles: leaders,
    refusal: 'Only Managers, Admins and Super Admins can decide who gets new leads.',
  },
  'set targets': {
    roles: leaders,
    refusal: 'Only Managers, Admins and Super Admins can set targets.',
  },
  'manage API keys': { roles: admins, refusal: 'Only Admins and Super Admins can access API settings.' },
  'require two-step sign-in': {
    roles: admins,
    refusal: 'Only Admins and Super Admins can require two-step sign-in.',
  },
  'set up company sign-in': {
    roles: admins,
    refusal: 'Only Admins and Super Admins can set up company sign-in.',
  },
  'choose whose leads are seen': {
    roles: admins,
    refusal: 'Only Admins and Super Admins can choose whose leads people see.',
  },
  'change working hours': {
    roles: admins,
    refusal: 'Only Admins and Super Admins can change working hours.',
  },
  'read the audit log': { roles: admins, refusal: 'Only Admins and Super Admins can read the audit log.' },
} as const satisfies Record<string, Right>;

/**
 * Rights that apply within a call, or only on the page: to others' rows, to a filter. Written by hand as
 * well.
 */
export const FURTHER_RIGHTS: Record<string, readonly Role[]> = {
  'leads.filter_by_creator': admins,
  'leads.delete_any': leaders,
  'absences.change_any': leaders,
  'leads.share_views': leaders,
  'messages.share_templates': leaders,
  'operations.undo_any': admins,
  'calls.change_any': leaders,
  'notes.delete_any': admins,
  'targets.manage_any': admins,
};

export const mayFurther = (person: { role: Role } | undefined, right: string): boolean =>
  person !== undefined && FURTHER_RIGHTS[right]?.includes(person.role) === true;
