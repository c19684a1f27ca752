import type { NotificationChoices } from '#shared/notifications.ts';
import type { Role } from '#shared/permissions.ts';
import type { WhoseDay } from '#shared/whose-day.ts';
import type { Visibility } from '#shared/lead-visibility.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Sight } from '#server/db/visible-rows.ts';

/** An account that may sign in, from the tables of accounts. */
export type Account = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  isActive: boolean;
  role: { id: string; name: Role };
  client: (ClientRef & { name: string; subscriptionEnd: string | null }) | null;
  notifications: NotificationChoices;
  whoseDay: WhoseDay;
  /** The leads that the user sees in the client: everybody's, the team's or the own. */
  visibility: Visibility;
  sight: Sight | null;
};
