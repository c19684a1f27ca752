import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { HOLDS_CONTACT } from '#shared/leads/lead-name.ts';
import { foldedText } from '#server/db/sql/folded-text.ts';
import { containing } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { hasNumber } from '#server/leads/known-numbers.ts';
import { phoneForms } from '#server/phone.ts';

/** A lead's name, unless it holds a number or an email: then it is masked too. */
export const plainName = sql`CASE WHEN leads.name !~ ${HOLDS_CONTACT}::text THEN leads.name ELSE '' END`;

/** The texts of `search_text` that are not contact details. */
const PLAIN =
  foldedText(sql`concat_ws(' ', ${plainName}, leads.company_name, leads.designation, leads.status, leads.source,
  leads.interest_level, leads.location, leads.address, leads.campaign_id, leads.description, leads.notes, array_to_string(leads.tags, ' '))`);

/**
 * Where a caller who reads contact details masked finds a term: whole numbers and emails, and parts of every other
 * text. Parts of a number would reveal it digit by digit.
 */
export function inPlainTexts(scope: ReadScope, texts: readonly string[]): RawBuilder<SqlBool>[] {
  return [
    ...texts.map(
      (text) => sql<SqlBool>`(leads.search_text LIKE ${containing(text)} AND strpos(${PLAIN}, ${text}) <> 0)`,
    ),
    ...texts.map((text) => isWholeContact(scope, text)),
  ];
}

/** Leads with this whole number or email. */
function isWholeContact({ client }: ReadScope, text: string): RawBuilder<SqlBool> {
  if (text.includes('@')) return sql<SqlBool>`leads.email_norm = ${text}`;
  const forms = /^[+\d][\d\s().-]*$/.test(text) ? phoneForms(text, client?.country ?? 'IN') : [];
  return forms.length > 0 ? hasNumber('leads', forms) : sql<SqlBool>`false`;
}
