/** The four roles, from the most to the fewest permissions. */
export const ROLES = ['superadmin', 'admin', 'manager', 'salesrep'] as const;
export type Role = (typeof ROLES)[number];

/** 'Super Admin', ' SUPERADMIN ' and 'superadmin' are one role: case and spaces are ignored. */
export function foldRole(name: string): Role | undefined {
  const folded = name.toLowerCase().replaceAll(/\s+/g, '');
  return ROLES.find((role) => role === folded);
}

/** The names of the roles. */
export const ROLE_LABELS: Record<Role, string> = {
  superadmin: 'Super Admin',
  admin: 'Admin',
  manager: 'Manager',
  salesrep: 'Sales Rep',
};

/** Returns the display name of a stored role; an unknown one is unchanged. */
export function roleLabel(name: string): string {
  const role = foldRole(name);
  return role ? ROLE_LABELS[role] : name;
}

type Rule = {
  roles: readonly Role[];
  /** The text of the chip on the Roles tab. */
  label: string;
  /** The specification's message for a rejected caller. */
  refusal: string;
};

const everyone = ROLES;
const admins = ['superadmin', 'admin'] as const;
const leaders = ['superadmin', 'admin', 'manager'] as const;
const superadmin = ['superadmin'] as const;

const NO_ACCESS = "You don't have permission to access this section.";

/**
 * Each permission with the roles that have it and the message for everybody else. The only table of rights,
 * for server and browser.
 */
export const PERMISSIONS = {
  'session.own': { roles: everyone, label: 'Own profile', refusal: NO_ACCESS },
  'leads.read': { roles: everyone, label: 'See leads', refusal: NO_ACCESS },
  'leads.write': { roles: everyone, label: 'Create and edit leads', refusal: NO_ACCESS },
  /**
   * Managers and above can delete any lead, other users only those they created: the lead queries enforce
   * this.
   */
  'leads.delete': { roles: everyone, label: 'Delete leads', refusal: NO_ACCESS },
  'leads.import': { roles: everyone, label: 'Import leads', refusal: NO_ACCESS },
  'leads.export': { roles: everyone, label: 'Export leads', refusal: NO_ACCESS },
  'leads.share_views': {
    roles: leaders,
    label: 'Share views of leads',
    refusal: 'Only Managers, Admins and Super Admins can share views.',
  },
  'reports.read': {
    roles: leaders,
    label: 'See reports',
    refusal: 'Only Managers, Admins and Super Admins can see reports.',
  },
  /** Costs concern the whole company, so users who see only some of its leads don't see them. */
  'reports.costs': {
    roles: admins,
    label: 'Enter costs of sources',
    refusal: 'Only Admins and Super Admins can enter costs of sources.',
  },
  'distribution.manage': {
    roles: leaders,
    label: 'Decide who gets new leads',
    refusal: 'Only Managers, Admins and Super Admins can decide who gets new leads.',
  },
  'targets.manage': {
    roles: leaders,
    label: 'Set targets',
    refusal: 'Only Managers, Admins and Super Admins can set targets.',
  },
  /** Users without this permission set and see only the targets of those who report to them. */
  'targets.manage_any': {
    roles: admins,
    label: "Set everyone's targets",
    refusal: 'You can set targets only for people who report to you.',
  },
  'absences.write': { roles: everyone, label: 'Say when away', refusal: NO_ACCESS },
  /** Users without this permission only change their own absences. */
  'absences.change_any': {
    roles: leaders,
    label: "Change others' absences",
    refusal: 'You can change only your own absences.',
  },
  'leads.bulk_update': {
    roles: superadmin,
    label: 'Bulk update leads',
    refusal: 'Only Super Admin users can perform bulk update operations',
  },
  'leads.bulk_delete': {
    roles: superadmin,
    label: 'Bulk delete leads',
    refusal: 'Only Super Admin users can perform bulk delete operations',
  },
  'fields.configure': {
    roles: admins,
    label: 'Configure lead fields',
    refusal: 'Only Admins and Super Admins can configure lead fields.',
  },
  'leads.filter_by_creator': {
    roles: admins,
    label: 'Filter leads by creator',
    refusal: 'Only Admins and Super Admins can filter leads by who created them.',
  },
  'leads.delete_any': {
    roles: leaders,
    label: "Delete others' leads",
    refusal: 'You can delete only leads that you created.',
  },
  'leads.erase': {
    roles: admins,
    label: 'Erase leads forever',
    refusal: 'Only Admins and Super Admins can erase leads forever.',
  },
  'products.read': { roles: everyone, label: 'See products', refusal: NO_ACCESS },
  'products.write': {
    roles: leaders,
    label: 'Manage products',
    refusal: 'Only Managers, Admins and Super Admins can manage products.',
  },
  'operations.undo_any': {
    roles: admins,
    label: "Undo others' operations",
    refusal: 'You can undo only what you did yourself.',
  },
  'calls.read': { roles: everyone, label: 'See calls', refusal: NO_ACCESS },
  'calls.write': { roles: everyone, label: 'Log calls', refusal: NO_ACCESS },
  /** Users without this permission only correct and delete their own calls. */
  'calls.change_any': {
    roles: leaders,
    label: "Change others' calls",
    refusal: 'You can change only calls that you made.',
  },
  'reminders.read': { roles: everyone, label: 'See follow-ups', refusal: NO_ACCESS },
  'reminders.write': { roles: everyone, label: 'Plan follow-ups', refusal: NO_ACCESS },
  /** Users can change and delete their own notes. */
  'notes.write': { roles: everyone, label: 'Write notes', refusal: NO_ACCESS },
  'notes.delete_any': {
    roles: admins,
    label: "Delete others' notes",
    refusal: 'You can delete only notes that you wrote.',
  },
  'messages.write': { roles: everyone, label: 'Message leads', refusal: NO_ACCESS },
  'messages.share_templates': {
    roles: leaders,
    label: 'Share message templates',
    refusal: 'Only Managers, Admins and Super Admins can share message templates.',
  },
  'users.pick': { roles: everyone, label: 'See colleagues', refusal: NO_ACCESS },
  'users.manage': {
    roles: admins,
    label: 'Manage users',
    refusal: 'Only Admins and Super Admins can manage users.',
  },
  'users.create': {
    roles: admins,
    label: 'Create users',
    refusal: 'Only Admins and Super Admins can create users',
  },
  'roles.read': {
    roles: admins,
    label: 'Manage roles',
    refusal: 'Only Admins and Super Admins can manage roles.',
  },
  'clients.pick': {
    roles: admins,
    label: 'See clients',
    refusal: 'Only Super Admins can manage client settings.',
  },
  'clients.archive': {
    roles: admins,
    label: 'Download all data',
    refusal: 'Only Admins and Super Admins can download all data of a client.',
  },
  'clients.manage': {
    roles: superadmin,
    label: 'Manage clients',
    refusal: 'Only Super Admins can manage client settings.',
  },
  'second_factor.require': {
    roles: admins,
    label: 'Require two-step sign-in',
    refusal: 'Only Admins and Super Admins can require two-step sign-in.',
  },
  'company_sign_in.manage': {
    roles: admins,
    label: 'Set up company sign-in',
    refusal: 'Only Admins and Super Admins can set up company sign-in.',
  },
  'visibility.manage': {
    roles: admins,
    label: 'Choose whose leads are seen',
    refusal: 'Only Admins and Super Admins can choose whose leads people see.',
  },
  'working_hours.manage': {
    roles: admins,
    label: 'Choose working hours',
    refusal: 'Only Admins and Super Admins can change working hours.',
  },
  'api_keys.manage': {
    roles: admins,
    label: 'Manage API keys',
    refusal: 'Only Admins and Super Admins can access API settings.',
  },
  'audit.read': {
    roles: admins,
    label: 'Read the audit log',
    refusal: 'Only Admins and Super Admins can read the audit log.',
  },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a role has a permission. Always false without a role. */
export function can(role: Role | undefined, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission].roles;
  return role !== undefined && roles.includes(role);
}

/** Whether a role runs a company, or all of them. */
export const isAdmin = (role: Role | undefined): boolean => admins.some((one) => one === role);

/** Whether a role only sells. */
export const isRep = (role: Role | undefined): boolean => role === 'salesrep';

/**
 * Whether a role may assign another role and change its users. Only Super Admins may do so for Super Admins.
 */
export function mayManage(role: Role, other: Role | undefined): boolean {
  return other !== 'superadmin' || role === 'superadmin';
}

/** Whether a user sees every client: Super Admins, and Admins without a client of their own. */
export const seesEveryClient = (role: Role | undefined, clientId: string | null): boolean =>
  role === 'superadmin' || (role === 'admin' && clientId === null);

/** The flags that the specification defines for a signed-in user. */
export function permissionFlags(role: Role): {
  isSuperAdmin: boolean;
  canAccessRoleManagement: boolean;
  canAccessUserManagement: boolean;
  canAccessApiSettings: boolean;
} {
  return {
    isSuperAdmin: role === 'superadmin',
    canAccessRoleManagement: can(role, 'roles.read'),
    canAccessUserManagement: can(role, 'users.manage'),
    canAccessApiSettings: can(role, 'api_keys.manage'),
  };
}

export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => can(role, permission));
}
