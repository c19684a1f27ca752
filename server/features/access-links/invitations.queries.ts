import { sql } from 'kysely';
import type { ExpressionBuilder, Transaction } from 'kysely';
import { EXPIRED_INVITATION_DAYS, INVITATION_DAYS } from '#shared/accounts/access-links.ts';
import type { accessLinks } from '#shared/accounts/access-links.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { can } from '#shared/accounts/permissions.ts';
import { ADMIN_USER_LIMIT } from '#shared/accounts/users.ts';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { Account } from '#server/accounts/account.ts';
import type { Scope } from '#server/db/scope.ts';
import { readPage } from '#server/db/sql/paginate.ts';
import { ROLE_IDS, roleNameOf } from '#server/db/sql/role-ids.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { NotFound } from '#server/errors.ts';
import { inMinutes, newToken } from '#server/features/access-links/access-links.queries.ts';
import type { Issued } from '#server/features/access-links/access-links.queries.ts';
import { findAccount, findAccounts, mayAct } from '#server/features/auth/auth.queries.ts';
import { refuseInvitation } from '#server/features/users/users.queries.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

const UNKNOWN_INVITATION = 'This invitation does not exist.';

export type Invitation = {
  email: string;
  roleId: string;
  clientId: string | null;
  company: string | null;
  inviter: Account;
};

/** Whether an account may invite: current permissions count, not those of the day of the invitation. */
export const mayInvite = (account: Account) => mayAct(account) && can(account.role.name, 'users.create');

/** The invitations the caller may see and revoke: of all clients or the own one; those of superadmins only for superadmins. */
function visibleInvitations({ user }: Scope) {
  return (eb: ExpressionBuilder<CoreTables, 'core.invitations'>) =>
    eb.and([
      ...(user.seesAllClients ? [] : [eb('client_id', '=', user.client?.id ?? null)]),
      ...(user.role === 'superadmin' ? [] : [eb('role_id', '<>', ROLE_IDS.superadmin)]),
    ]);
}

const clientName = sql<string | null>`(SELECT c.client_name FROM core.clients c WHERE c.id = client_id)`.as(
  'client_name',
);
const isLiving = sql<boolean>`(expires_at > now()
  AND coalesce((SELECT c.is_active FROM core.clients c WHERE c.id = client_id), true)
  AND EXISTS (SELECT FROM core.users u WHERE u.id = invited_by
    AND (u.role_id <> ${ROLE_IDS.admin}::uuid OR u.created_users < ${ADMIN_USER_LIMIT}::int)))`;

/** The invitations that nobody has accepted, newest first; expired ones for a while, for a new link. */
export async function listInvitations(scope: Scope, query: QueryOf<typeof accessLinks.invitations>) {
  const open = openCore(scope)
    .selectFrom('core.invitations')
    .select(['id', 'email', 'role_id', 'client_id', 'invited_by', 'expires_at', isLiving.as('is_living')])
    .select([
      clientName,
      sql<string>`(SELECT u.first_name || ' ' || u.last_name FROM core.users u WHERE u.id = invited_by)`.as(
        'inviter_name',
      ),
    ])
    .where(visibleInvitations(scope))
    .where('expires_at', '>', daysAgo(EXPIRED_INVITATION_DAYS))
    // Somebody who has got an account in another way needs no invitation.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('core.users as u')
            .select('u.id')
            .whereRef('u.email_norm', '=', 'core.invitations.email_norm'),
        ),
      ),
    )
    .orderBy('expires_at', 'desc')
    .orderBy('id');
  const { rows, pagination } = await readPage(open, query);
  const inviters = await findAccounts(
    scope,
    rows.map(({ invited_by }) => invited_by),
  );
  const inviting = new Set(inviters.filter(mayInvite).map(({ id }) => id));
  const invitations = rows.map((row) => ({
    id: row.id,
    email: row.email,
    roleId: row.role_id,
    role: roleNameOf(row.role_id),
    clientId: row.client_id,
    clientName: row.client_name,
    invitedBy: row.inviter_name,
    expiresAt: row.expires_at,
    works: row.is_living && inviting.has(row.invited_by),
  }));
  return { data: { invitations }, pagination };
}

/** Deletes an invitation, so that its link stops working. Throws 404. */
export async function revokeInvitation(
  scope: Scope,
  id: string,
): Promise<{ email: string; clientId: string | null }> {
  const revoked = await openCore(scope)
    .deleteFrom('core.invitations')
    .where('id', '=', id)
    .where(visibleInvitations(scope))
    .returning(['email', 'client_id'])
    .executeTakeFirst();
  if (!revoked) throw new NotFound(UNKNOWN_INVITATION);
  return { email: revoked.email, clientId: revoked.client_id };
}

/**
 * Creates an invitation; earlier ones to the same client for the same address stop working. Throws 403, 409 or
 * 422 as creating the user would.
 */
export async function createInvitation(
  scope: Scope,
  input: { email: string; roleId: string; clientId?: string | null | undefined },
): Promise<Issued & { company: string | undefined }> {
  await refuseInvitation(scope, input);
  const token = newToken('lin');
  const expiresAt = inMinutes(INVITATION_DAYS * 24 * 60);
  const email_norm = normaliseEmail(input.email);
  const { client_name } = await inCore(scope, async (trx) => {
    // Two at once: the second sees the first, and replaces it.
    await takeTurn(trx, `invitation ${email_norm}`);
    await trx
      .deleteFrom('core.invitations')
      .where(visibleInvitations(scope))
      .where((eb) =>
        eb.or([
          eb.and([
            eb('email_norm', '=', email_norm),
            eb('client_id', 'is not distinct from', input.clientId ?? null),
          ]),
          eb('expires_at', '<', daysAgo(EXPIRED_INVITATION_DAYS)),
        ]),
      )
      .execute();
    return await trx
      .insertInto('core.invitations')
      .values({
        token_hash: tokenHash(token),
        email: input.email,
        email_norm,
        role_id: input.roleId,
        client_id: input.clientId ?? null,
        invited_by: scope.user.id,
        expires_at: expiresAt,
      })
      .returning(clientName)
      .executeTakeFirstOrThrow();
  });
  return { token, expiresAt, company: client_name ?? undefined };
}

/**
 * The invitation of a token; undefined when it is used, expired or unknown, the inviter may no longer invite or has
 * created all users an admin may, or the client is inactive.
 */
export async function findInvitation(system: SystemScope, token: string): Promise<Invitation | undefined> {
  const row = await openCore(system)
    .selectFrom('core.invitations')
    .select(['email', 'role_id', 'client_id', 'invited_by', clientName])
    .where('token_hash', '=', tokenHash(token))
    .where(isLiving)
    .executeTakeFirst();
  const inviter = row && (await findAccount(system, row.invited_by));
  if (!inviter || !mayInvite(inviter)) return undefined;
  const { email, role_id: roleId, client_id: clientId, client_name: company } = row;
  return { email, roleId, clientId, company, inviter };
}

/**
 * Uses up the invitation in the transaction that creates its account. False when another request was faster.
 */
export async function useInvitation(trx: Transaction<CoreTables>, token: string): Promise<boolean> {
  const spent = await trx
    .deleteFrom('core.invitations')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email')
    .executeTakeFirst();
  return spent !== undefined;
}
