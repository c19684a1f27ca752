import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { isCustomKey, customName } from '#shared/fields/custom-fields.ts';
import { foldedText } from '#server/db/sql/folded-text.ts';
import { containing } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { optionsCalled } from '#server/leads/settings/field-options.queries.ts';
import type { CalledOption } from '#server/leads/settings/field-options.queries.ts';
import { inMore, isLong, isPrefixSearch, termsOf } from './lead-search.ts';
import type { SearchTerm } from './lead-search.ts';
import { searchDirectory } from './search-directory.queries.ts';

/** Up to this many leads are listed by id; more are searched for in the list's own query. */
const MOST_IDS = 200;
const isMany = (ids: readonly string[]) => ids.length > MOST_IDS;
/** Ids of leads by search text. */
type Found = ReadonlyMap<string, string[]>;
const NOBODY: Found = new Map();

/**
 * Looks up what the terms of a search match outside the leads' own texts: assignees by name, options by
 * label, and the few leads with additional texts. Names and labels are not part of a lead's text, so that
 * renaming rewrites no lead (decision 31).
 */
export async function searchTerms(
  scope: ReadScope,
  search: string,
  visible: RawBuilder<unknown>,
): Promise<SearchTerm[]> {
  if (isPrefixSearch(search)) return [];
  const terms = termsOf(search);
  const { people, hasMore, hasNotes } = await searchDirectory(scope);
  const words = terms.flat().filter(isLong);
  const [found, noted] = await Promise.all([
    hasMore ? findMore(scope, words, visible) : NOBODY,
    hasNotes ? findInNotes(scope, words) : NOBODY,
  ]);
  return await Promise.all(
    terms.map(async (texts) => {
      const long = texts.filter(isLong);
      const ids = texts.map((text) => found.get(text) ?? []);
      const idsOfNotes = texts.map((text) => noted.get(text) ?? []);
      const isCommon = ids.some(isMany);
      const isCommonInNotes = idsOfNotes.some(isMany);
      const called = long.length > 0 ? await optionsCalled(scope, long) : [];
      return {
        texts,
        assignees: people.flatMap(({ id, name }) => (long.some((text) => name.includes(text)) ? [id] : [])),
        options: called.map((option) => hasOption(scope, option)),
        ids: [...(isCommon ? [] : ids.flat()), ...(isCommonInNotes ? [] : idsOfNotes.flat())],
        isCommon,
        isCommonInNotes,
      };
    }),
  );
}

/**
 * The first leads with each of the texts in `moreText`. `~~` is LIKE; written this way, the statement is
 * prepared.
 */
async function findMore(scope: ReadScope, texts: string[], visible: RawBuilder<unknown>): Promise<Found> {
  if (texts.length === 0) return NOBODY;
  const patterns = texts.map((text) => containing(text));
  const { rows } = await sql<{ ids: string[] }>`
    SELECT ARRAY(
      WITH found AS MATERIALIZED (
        SELECT leads.id FROM ${scope.table('leads')} leads WHERE ${inMore(scope, sql`term.pattern`, visible)}
      )
      SELECT id FROM found LIMIT ${MOST_IDS + 1}
    ) AS ids
    FROM unnest(${patterns}::text[]) WITH ORDINALITY AS term (pattern, place) ORDER BY place
  `.execute(scope.db);
  return new Map(texts.map((text, index) => [text, rows[index]?.ids ?? []]));
}

/** The first leads with each of the texts in a note. */
async function findInNotes(scope: ReadScope, texts: string[]): Promise<Found> {
  if (texts.length === 0) return NOBODY;
  const patterns = texts.map((text) => containing(text));
  const { rows } = await sql<{ ids: string[] }>`
    SELECT ARRAY(
      SELECT n.lead_id FROM ${scope.table('lead_notes')} n WHERE ${foldedText(sql`n.body`)} ~~ term.pattern LIMIT ${MOST_IDS + 1}
    ) AS ids
    FROM unnest(${patterns}::text[]) WITH ORDINALITY AS term (pattern, place) ORDER BY place
  `.execute(scope.db);
  return new Map(texts.map((text, index) => [text, rows[index]?.ids ?? []]));
}

function hasOption(scope: ReadScope, { clientId, field, value }: CalledOption): RawBuilder<SqlBool> {
  const held = isCustomKey(field)
    ? sql<SqlBool>`(leads.custom <> '{}' AND leads.custom @> ${JSON.stringify({ [customName(field)]: value })}::jsonb)`
    : sql<SqlBool>`${sql.ref(`leads.${field}`)} = ${value}`;
  if (clientId === undefined) return held;
  return sql<SqlBool>`(${scope.clientId('leads')} = ${clientId}::uuid AND ${held})`;
}
