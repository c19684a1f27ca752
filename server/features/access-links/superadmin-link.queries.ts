import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { ROLE_LABELS } from '#shared/accounts/permissions.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { audit } from '#server/db/audit.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { Conflict } from '#server/errors.ts';
import { createReset } from '#server/features/access-links/access-links.queries.ts';
import type { Issued } from '#server/features/access-links/access-links.queries.ts';
import { findAccountByEmail } from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/accounts/account.ts';
import { endOpenAccess } from '#server/features/auth/open-access.queries.ts';
import { removeFactors } from '#server/features/second-factor/factors.queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { nameOfEmail } from '#server/features/access-links/name-of-email.ts';

/**
 * Restores an operator's access: creates or activates the superadmin with this email, or moves the account
 * out of an inactive client, and returns a password link. Ends the account's sessions and other links, and
 * removes its second factors. Throws 409 when the email belongs to a user who is not a superadmin.
 */
export async function letSuperadminIn(system: SystemScope, email: string): Promise<Issued> {
  const account = await findAccountByEmail(system, email);
  if (account && account.role.name !== 'superadmin')
    throw new Conflict(
      `${email} is the email of a ${ROLE_LABELS[account.role.name]}. Name one that has no account, or a Super Admin's.`,
    );
  const { id, hadFactor } = account
    ? await revive(system, account)
    : { id: await create(system, email), hadFactor: false };
  const link = await createReset(system, id);
  await audit(system.core, {
    action: 'superadmin_restored',
    objectId: id,
    ...(hadFactor && { details: { second_factor: 'removed' } }),
  });
  return link;
}

async function revive(
  system: SystemScope,
  { id, client }: Account,
): Promise<{ id: string; hadFactor: boolean }> {
  return await inCore(system, async (trx) => {
    await trx
      .updateTable('core.users')
      .set({ is_active: true, ...(client && !client.isActive && { client_id: null }) })
      .where('id', '=', id)
      .execute();
    await endOpenAccess(trx, { user: id });
    return { id, hadFactor: await removeFactors(trx, id) };
  });
}

async function create(system: SystemScope, email: string): Promise<string> {
  const core = openCore(system);
  const id = uuidv7();
  await core
    .insertInto('core.users')
    .values({
      id,
      ...nameOfEmail(email),
      email,
      email_norm: normaliseEmail(email),
      // Nobody knows this password: the link sets the first known one.
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
      role_id: ROLE_IDS.superadmin,
      client_id: null,
      phone: null,
      date_of_birth: null,
      created_by: null,
    })
    .execute();
  return id;
}
