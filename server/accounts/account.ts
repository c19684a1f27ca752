import type { NotificationChoices } from '#shared/activities/notifications.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import type { WhoseDay } from '#shared/activities/whose-day.ts';
import type { Visibility } from '#shared/leads/lead-visibility.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Sight } from '#server/db/visibility/visible-rows.ts';

type AccountClient = ClientRef & {
  name: string;
  yearBegins: number;
  subscriptionEnd: string | null;
  /** Inactive only while it is being removed, which may still fail. */
  isBeingRemoved: boolean;
};

/** An account that may sign in, as stored in the account tables. */
export type Account = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  isActive: boolean;
  role: { id: string; name: Role };
  client: AccountClient | null;
  notifications: NotificationChoices;
  whoseDay: WhoseDay;
  /** Which leads the user sees in the client: all of them, the team's or only their own. */
  visibility: Visibility;
  sight: Sight | null;
  /** Whether the user reads masked phone numbers and emails of leads. */
  masksContacts: boolean;
  /** Whether the company lets the user export leads. */
  mayExport: boolean;
  /** The number at which the company's telephone system reaches the user, and whether it can ring it. */
  agentNumber: string | null;
  ringsPhone: boolean;
  /** The provider of the company, if the user may sign in only there. */
  onlyBy: string | null;
  /** Whether the user has a second factor, and whether the company or the operator requires one. */
  secondFactor: { isSet: boolean; isRequired: boolean };
};

/** The parts of an audit log line about a user's own action; its user may not be signed in yet. */
export const ownAction = ({ id, role, client }: Account, { ip }: { ip: string }) => ({
  actor: { id, role: role.name },
  clientId: client?.id ?? null,
  objectId: id,
  address: ip,
});
