import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { InvalidInput } from '#server/errors.ts';

/** Domains of mail services: their addresses belong to no company. */
const MAIL_SERVICES = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'rediffmail.com',
  'yahoo.co.in',
  'yahoo.com',
  'yahoo.in',
  'yandex.com',
  'zoho.com',
  'zohomail.in',
]);

/**
 * A domain leads the people of its addresses to a provider, so it must be the company's alone: no mail service,
 * no other client's domain, and nobody outside the client has such an address, except that a superadmin may choose
 * the domain of those who run the installation. The refusal does not say which.
 */
export async function writeDomains(
  trx: Transaction<CoreTables>,
  {
    clientId,
    domains,
    seesAllClients,
  }: { clientId: string; domains: readonly string[]; seesAllClients: boolean },
): Promise<void> {
  const wanted = [...new Set(domains)];
  const refuse = (domain: string): never => {
    const message = `${domain} cannot be used: its addresses do not belong to this company alone.`;
    throw new InvalidInput([{ field: 'domains', message }]);
  };
  const service = wanted.find((domain) => MAIL_SERVICES.has(domain));
  if (service !== undefined) refuse(service);
  const { rows } = await sql<{ domain: string }>`
    SELECT DISTINCT split_part(email_norm, '@', 2) AS domain FROM core.users
    WHERE client_id IS DISTINCT FROM ${clientId} AND NOT (${seesAllClients} AND client_id IS NULL) AND split_part(email_norm, '@', 2) = ANY(${wanted})
  `.execute(trx);
  const [shared] = rows;
  if (shared) refuse(shared.domain);
  await trx.deleteFrom('core.provider_domains').where('client_id', '=', clientId).execute();
  for (const domain of wanted) {
    const stored = await trx
      .insertInto('core.provider_domains')
      .values({ domain, client_id: clientId })
      .onConflict((conflict) => conflict.column('domain').doNothing())
      .returning('domain')
      .executeTakeFirst();
    if (!stored) refuse(domain);
  }
}
