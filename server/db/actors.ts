import { seesEveryClient } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Sight } from '#server/db/visibility/visible-rows.ts';

declare const MADE: unique symbol;

/** The user or program in whose name something is read or written; made only by the functions below. */
export type Actor = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** The client the user belongs to; null for users with access to all clients, and for users not yet assigned to one. */
  client: ClientRef | null;
  /** Superadmin, admin without a client, and any admin under ADMIN_SCOPE=all. */
  seesAllClients: boolean;
  /** The users whose leads the user sees within the client; null: the whole company. */
  sight: Sight | null;
  /** The caller reads phone numbers and emails of leads masked. */
  masksContacts: boolean;
  /** The caller is not a user of `client`, the only client its token gives access to. */
  isGuest?: boolean;
  /** The caller is one of the client's own programs, which cannot be assigned work. */
  isProgram?: boolean;
  readonly [MADE]: true;
};

type Account = Pick<Actor, 'id' | 'email' | 'client' | 'sight' | 'masksContacts'> & {
  firstName: string;
  lastName: string;
  role: { name: Role };
};
type Named = { id: string; name: string };

const make = (actor: Omit<Actor, typeof MADE>) => unchecked<Actor>(actor);

/** A user with an account, as in a session. */
export function userActor(account: Account, adminScope: 'client' | 'all'): Actor {
  const { id, firstName, lastName, email, client, sight, masksContacts } = account;
  const role = account.role.name;
  const seesAllClients =
    seesEveryClient(role, client?.id ?? null) || (role === 'admin' && adminScope === 'all');
  return make({
    id,
    name: `${firstName} ${lastName}`,
    email,
    role,
    client,
    seesAllClients,
    sight,
    masksContacts,
  });
}

/** A user whose access token is limited to one client. */
export const limitedActor = (user: Actor, client: ClientRef): Actor =>
  make({ ...user, client, seesAllClients: false, isGuest: user.seesAllClients });

/** A program of the client with a service token. It acts as a manager; its rows belong to a guest member. */
export const programActor = (client: ClientRef, program: Named): Actor =>
  make({ ...inClient(client, program, 'manager'), isGuest: true, isProgram: true });

/** A website, portal or visitor that sends leads without an account. */
export const senderActor = (client: ClientRef, sender: Named): Actor =>
  make(inClient(client, sender, 'salesrep'));

/** The recipient of an email: reads what that user sees. */
export const recipientActor = (client: ClientRef, { id, sight }: Pick<Actor, 'id' | 'sight'>): Actor =>
  make({ ...inClient(client, { id, name: '' }, 'salesrep'), sight });

/** A job of the server, or a webhook: reads the whole company. */
export const companyActor = (client: ClientRef): Actor =>
  make(inClient(client, { id: '00000000-0000-0000-0000-000000000000', name: 'LMS' }, 'admin'));

const inClient = (client: ClientRef, { id, name }: Named, role: Role) =>
  ({ id, name, email: '', role, client, seesAllClients: false, sight: null, masksContacts: false }) as const;
