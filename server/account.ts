import type { NotificationChoices } from '#shared/notifications.ts';
import type { Role } from '#shared/permissions.ts';
import type { ClientRef } from '#server/db/find-client.ts';

/** Who may sign in, as the tables of accounts say. */
export type Account = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  isActive: boolean;
  role: { id: string; name: Role };
  client: (ClientRef & { name: string }) | null;
  notifications: NotificationChoices;
};
