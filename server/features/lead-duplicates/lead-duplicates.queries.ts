import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { DuplicateMatch, leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { isMasked } from '#server/accounts/masked-contacts.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { mayRestore } from '#server/features/lead-trash/lead-trash.queries.ts';
import { hasNumber, hasOther } from '#server/leads/known-numbers.ts';
import { phoneForms } from '#server/phone.ts';

/** How many matches to show while typing. */
const MAX_MATCHES = 5;
/** At most this many leads that share a placeholder number (1234567890) are ranked. */
const MAX_RANKED = 50;

type Query = QueryOf<typeof leadDuplicates.find>;
type Found = Omit<DuplicateMatch, 'created_at' | 'last_contacted_at'> & {
  created_at: Date;
  last_contacted_at: Date | null;
};

/**
 * Leads of one client with this email or phone in any spelling, including archive and trash, best first:
 * active before archived before deleted, both before email before phone, then the newest. Empty when no
 * client is named.
 */
export async function findDuplicates(scope: ReadScope, query: Query): Promise<Found[]> {
  const { emailNorm, numbers } = formsOf(scope, query);
  if (emailNorm === null && numbers.length === 0) return [];
  const leads = scope.table('leads');
  // Each look-up has its own index: leads in use and in the trash, by email and by phone, and leads with
  // several numbers.
  const lookUp = (isMet: RawBuilder<unknown>) =>
    sql`(SELECT id FROM ${leads} l WHERE ${isMet} LIMIT ${MAX_RANKED})`;
  const lookUps = [sql`deleted_at IS NULL`, sql`deleted_at IS NOT NULL`].flatMap((where) => [
    lookUp(sql`email_norm = ${emailNorm}::text AND ${where}`),
    ...numbers.map((number) => lookUp(sql`phone_norm = ${number}::text AND ${where}`)),
    ...(numbers.length > 0 ? [lookUp(sql`${hasOther('l', numbers)} AND ${where}`)] : []),
  ]);
  const found = await sql<Found>`
    SELECT l.id, l.name, l.email, l.phone, l.company_name, l.status, m.name AS assigned_user_name, l.last_contacted_at,
      l.created_at, l.is_archived, l.deleted_at IS NOT NULL AS is_deleted,
      l.deleted_at IS NOT NULL AND ${mayRestore(scope, 'l')} AS can_restore, CASE
        WHEN l.email_norm = ${emailNorm}::text AND ${hasNumber('l', numbers)} THEN 'both'
        WHEN l.email_norm = ${emailNorm}::text THEN 'email' ELSE 'phone' END AS matches
    FROM ${leads} l LEFT JOIN ${scope.table('members')} m ON m.id = l.assigned_to
    WHERE l.id IN (${sql.join(lookUps, sql` UNION ALL `)}) AND l.id IS DISTINCT FROM ${query.exclude ?? null}::uuid
    ORDER BY is_deleted, l.is_archived, matches, l.created_at DESC, l.id DESC LIMIT ${MAX_MATCHES}
  `.execute(scope.db);
  return found.rows;
}

/**
 * The query with the stored email and phone of the lead being edited where the caller has read and sent them
 * masked.
 */
export async function wholeQuery(scope: ReadScope, query: Query): Promise<Query> {
  const masked = (['email', 'phone'] as const).filter((key) => isMasked(query[key] ?? ''));
  if (masked.length === 0 || !query.exclude) return query;
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    SELECT email, phone FROM ${scope.table('leads')} l WHERE id = ${query.exclude}::uuid`.execute(scope.db);
  return { ...query, ...Object.fromEntries(masked.map((key) => [key, rows[0]?.[key] ?? undefined])) };
}

/** The normalised email and phone, equal for different spellings; empty when no client is named. */
function formsOf({ client }: ReadScope, { email, phone }: Query) {
  return {
    emailNorm: client && email ? normaliseEmail(email) : null,
    numbers: client && phone ? phoneForms(phone, client.country) : [],
  };
}

/**
 * Whether an undeleted lead with this email or phone belongs to a colleague and is hidden from the caller.
 * Always false if the company has switched such hints off.
 */
export async function worksForColleague(scope: ReadScope, query: Query): Promise<boolean> {
  if (!scope.sight?.hints) return false;
  const { emailNorm, numbers } = formsOf(scope, query);
  const { rows } = await sql`
    SELECT 1 FROM ${wholeCompany(scope).table('leads')} l
    WHERE (l.email_norm = ${emailNorm}::text OR ${hasNumber('l', numbers)}) AND l.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${scope.table('leads')} seen WHERE seen.id = l.id) LIMIT 1
  `.execute(scope.db);
  return rows.length > 0;
}
