import type { Transaction } from 'kysely';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { profile } from '#shared/accounts/profile.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { inCore } from '#server/db/system-scope.ts';
import { Conflict } from '#server/errors.ts';
import type { Account } from '#server/accounts/account.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { checkAgentNumber } from '#server/features/users/agent-numbers.queries.ts';
import { keepMember } from '#server/features/users/members.queries.ts';
import { EMAIL_TAKEN } from '#server/features/users/users.queries.ts';

type Changes = Omit<BodyOf<typeof profile.update>, 'currentPassword'>;

/** Whether an address differs from the account's own; a different spelling of it does not. */
export const isOtherEmail = (account: Pick<Account, 'email'>, email: string | undefined): email is string =>
  email !== undefined && normaliseEmail(email) !== normaliseEmail(account.email);

/**
 * Changes the user's own name, email, notifications and view of the day. A new email ends open links and
 * every session except `keepSession`. Throws 409 when another user has the email.
 */
export async function updateProfile(
  system: SystemScope,
  account: Account,
  changes: Changes,
  keepSession: string,
): Promise<void> {
  await inCore(system, async (trx) => {
    await lockUser(trx, account.id);
    const agentNumber = await checkAgentNumber(trx, account, changes.agentNumber);
    const { notifications: wanted } = changes;
    await trx
      .updateTable('core.users')
      .set((eb) => ({
        notify_email: wanted?.email ?? eb.ref('notify_email'),
        notify_reminders: wanted?.reminders ?? eb.ref('notify_reminders'),
        notify_weekly: wanted?.weekly ?? eb.ref('notify_weekly'),
        notify_leads: wanted?.leads ?? eb.ref('notify_leads'),
        ...(changes.whoseDay && { whose_day: changes.whoseDay }),
        ...(agentNumber !== undefined && { agent_number: agentNumber }),
      }))
      .where('id', '=', account.id)
      .execute();
    await setIdentity(trx, account, changes, keepSession);
  });
}

type Identity = Pick<Changes, 'firstName' | 'lastName' | 'email'>;

/**
 * Sets the name and email that were sent, in `core` and in the account's client; must be the last statement on
 * `core` in its transaction, which has locked the account. Throws 409.
 */
export async function setIdentity(
  trx: Transaction<CoreTables>,
  account: Account,
  changes: Identity,
  keepSession: string,
): Promise<void> {
  const { firstName, lastName } = changes;
  const now = await trx
    .selectFrom('core.users')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  // An email that was only spelled differently needed no password, so it replaces no other one.
  const isOwn = isOtherEmail(account, changes.email) || !isOtherEmail(now, changes.email);
  const { email = now.email } = isOwn ? changes : {};
  const isOther = isOtherEmail(now, email);
  if (isOther) {
    const taken = await trx
      .selectFrom('core.users')
      .select('id')
      .where('email_norm', '=', normaliseEmail(email))
      .executeTakeFirst();
    if (taken) throw new Conflict(EMAIL_TAKEN, [{ field: 'email', message: EMAIL_TAKEN }]);
  }
  await trx
    .updateTable('core.users')
    .set({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      email,
      email_norm: normaliseEmail(email),
    })
    .where('id', '=', account.id)
    .execute();
  if (isOther) await endOpenAccess(trx, { user: account.id, keepSession });
  await keepMember(trx, account.id);
}

/** Stores the new hash; ends open links and every session except this one. */
export async function changePassword(
  system: SystemScope,
  userId: string,
  passwordHash: string,
  keepSession: string,
): Promise<void> {
  await inCore(system, async (trx) => {
    await trx
      .updateTable('core.users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute();
    await endOpenAccess(trx, { user: userId, keepSession });
  });
}
