import type { Transaction } from 'kysely';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { Conflict, InvalidInput } from '#server/errors.ts';
import { phoneForms } from '#server/phone.ts';

const NO_NUMBER = 'Enter a phone number, or an extension of 2 to 6 digits.';
const NO_CLIENT = 'Assign this user to a client first.';

/** The form in which numbers of calls and of people are equal: E.164 if valid in the country, or an extension's digits. */
export function agentForm(text: string, country: string): string | undefined {
  const plain = text.trim();
  return /^\d{2,6}$/.test(plain) ? plain : phoneForms(plain, country)[0];
}

type Place = { id: string; client: { id: string; country: string } | null };

/**
 * The number to store for a user: undefined if nothing was sent, null to remove it. Throws 422 for a text that is no
 * number, 409 for a colleague's.
 */
export async function checkAgentNumber(
  trx: Pick<Transaction<CoreTables>, 'selectFrom'>,
  { id, client }: Place,
  sent: string | null | undefined,
): Promise<string | null | undefined> {
  if (!sent) return sent;
  const refuse = (message: string) => new InvalidInput([{ field: 'agentNumber', message }]);
  if (!client) throw refuse(NO_CLIENT);
  const number = agentForm(sent, client.country);
  if (!number) throw refuse(NO_NUMBER);
  const other = await trx
    .selectFrom('core.users')
    .select(['first_name', 'last_name'])
    .where('client_id', '=', client.id)
    .where('agent_number', '=', number)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return number;
  const message = `${other.first_name} ${other.last_name} already uses this number.`;
  throw new Conflict(message, [{ field: 'agentNumber', message }]);
}
