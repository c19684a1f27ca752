import type { SessionUser } from '#shared/accounts/auth.ts';
import { ROLE_LABELS, foldRole, permissionFlags } from '#shared/accounts/permissions.ts';
import { usualDay } from '#shared/activities/whose-day.ts';

type Loose = Omit<Partial<SessionUser>, 'role'> & { role?: string | Partial<SessionUser['role']> };

/**
 * Returns the user in a stored text from any version; undefined if there is none. The role may be a plain
 * text. Other missing properties are empty until the server reports who is signed in.
 */
export function userIn(text: string): SessionUser | undefined {
  const stored = looseIn(text);
  const role = typeof stored?.role === 'string' ? stored.role : stored?.role?.name;
  const name = typeof role === 'string' ? foldRole(role) : undefined;
  if (typeof stored?.id !== 'string' || !name) return undefined;
  if (typeof stored.role === 'object' && stored.notifications)
    return { ...(stored as SessionUser), leadVisibility: stored.leadVisibility ?? 'company' };
  return {
    firstName: '',
    lastName: '',
    email: '',
    clientId: null,
    client: null,
    permissions: [],
    seesAllClients: name === 'superadmin',
    ...permissionFlags(name),
    notifications: { email: true, reminders: true, weekly: false, leads: false },
    sendsMail: false,
    whoseDay: usualDay(name),
    leadVisibility: 'company',
    mayExport: true,
    masksContacts: false,
    agentNumber: null,
    ringsPhone: false,
    ...stored,
    id: stored.id,
    role: { id: '', name, label: ROLE_LABELS[name] },
  };
}

function looseIn(text: string): Loose | null | undefined {
  try {
    return JSON.parse(text) as Loose | null;
  } catch {
    return undefined;
  }
}
