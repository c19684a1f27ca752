import { getCountryCallingCode } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { withoutMarks } from '#shared/fields/fields.ts';
import { foldText } from '#shared/values/fold-text.ts';
import { asciiDigits } from '#shared/values/numbers.ts';
import { phoneNumbers } from '#server/phone.ts';
import { foldedText, readingOrder } from '#server/db/sql/folded-text.ts';
import { containing, literal } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { inPlainTexts, plainName } from './masked-search.ts';

type Condition = Expression<SqlBool>;

/**
 * Below this length, the trigram index would have to be read entirely, so prefixes of indexed columns are
 * used instead.
 */
const SHORTEST_SUBSTRING = 3;

/**
 * A search term, and the leads that match it outside `search_text`: by assignee, by option, by id, or, if
 * there would be too many ids, in the texts of `MORE_TEXT` or in notes.
 */
export type SearchTerm = {
  /** Texts, any of which must occur: several for phone numbers. */
  texts: readonly string[];
  assignees: readonly string[];
  options: readonly Condition[];
  ids: readonly string[];
  isCommon: boolean;
  isCommonInNotes: boolean;
};

/**
 * The texts of each search term, folded: words, or the digits of phone numbers besides the number as typed.
 */
export function termsOf(search: string): string[][] {
  const numbers = phoneNumbers(search);
  const folded = foldText(search).trim();
  // A note or a custom field may contain the number as typed.
  if (numbers.length > 0) return [[...new Set([...numbers, folded])]];
  const words = folded.split(/\s+/).filter((word) => word !== '');
  // Mail programs copy invisible characters along with an address.
  return words.map((word) => [word.includes('@') ? withoutMarks(word) : word]);
}

/**
 * Whether a search is too short for the trigram index: it then only matches prefixes, and its total is only a
 * hint.
 */
export function isPrefixSearch(search: string): boolean {
  return termsOf(search).every((texts) => texts.every((text) => !isLong(text)));
}

/** Whether a text is long enough to be searched for inside other texts. */
export const isLong = (text: string) => [...text].length >= SHORTEST_SUBSTRING;

/**
 * Texts that few leads have, besides `search_text`: custom fields, and the digits of phones with several
 * numbers. They have a separate index (migration 0009), which has exactly this expression, because adding
 * them to `search_text` would have rewritten every lead.
 */
export const HAS_MORE = sql<SqlBool>`(leads.custom <> '{}' OR char_length(leads.phone) > 18)`;
const customText = (custom: RawBuilder<unknown>) =>
  sql`replace(jsonb_path_query_array(${custom}, '$.* ? (@.type() != "boolean")')::text, '\\"', '"')`;
const moreText = (custom: RawBuilder<unknown> = sql`leads.custom`) =>
  foldedText(sql`
    ${customText(custom)} || ' '
    || regexp_replace(translate(coalesce(leads.phone, ''), '०१२३४५६७८९', '0123456789'), '[^0-9]+', '', 'g')`);

/**
 * Conditions for a search: every term must match somewhere. `visible`: the custom values that users may see.
 */
export function searchConditions(
  scope: ReadScope,
  search: string,
  terms: readonly SearchTerm[],
  visible: RawBuilder<unknown>,
): Condition[] {
  const words = termsOf(search);
  if (words.length === 0) return [];
  const { masksContacts } = scope.user;
  if (isPrefixSearch(search))
    return [(masksContacts ? plainPrefix : prefixCondition)(scope, words.flat().join(' '))];
  return terms.map((term) => {
    const { assignees, ids } = term;
    const places = [
      ...(masksContacts ? inPlainTexts(scope, term.texts) : inSearchTexts(term.texts)),
      ...(assignees.length > 0 ? [sql<SqlBool>`leads.assigned_to = ANY(${assignees}::uuid[])`] : []),
      ...(ids.length > 0 ? [sql<SqlBool>`leads.id = ANY(${ids}::uuid[])`] : []),
      ...(term.isCommon ? term.texts.map((text) => inMore(scope, sql`${containing(text)}`, visible)) : []),
      ...(term.isCommonInNotes ? term.texts.map((text) => inNotes(scope, text)) : []),
      ...term.options,
    ];
    return sql<SqlBool>`(${sql.join(places, sql` OR `)})`;
  });
}

/** Leads whose `search_text` contains one of the texts. */
function inSearchTexts(texts: readonly string[]): RawBuilder<SqlBool>[] {
  const [number = '', typed = ''] = texts;
  const isTyped = texts.length === 2 && /^\d+$/.test(number) && IS_NUMBER.test(typed);
  const common = isTyped ? groupsOf(number, typed) : [];
  if (common.length === 0) return texts.map(inSearchText);
  return [sql<SqlBool>`(${hasPieces(common)} AND (${has(number)} OR ${has(typed)}))`];
}

const IS_NUMBER = /^[\d\s()+./-]+$/;

/**
 * The groups of digits in a number as typed that also occur in its digits, in order: text in either form
 * contains these.
 */
function groupsOf(number: string, typed: string): string[] {
  let from = 0;
  return typed.split(/\D+/).flatMap((digits) => {
    const group = digits.replace(/^0+/, '');
    const at = isLong(group) ? number.indexOf(group, from) : -1;
    if (at < 0) return [];
    from = at + group.length;
    return [group];
  });
}

/**
 * Leads whose `search_text` contains the text. A long text is searched by its pieces, and compared as a whole
 * in the rows found: the index compares all trigrams of a pattern for each row, and the pieces have half as
 * many. For a number as typed, the pieces are its groups of digits, because the index finds every lead for a
 * prefix of a word like " 9".
 */
function inSearchText(text: string): RawBuilder<SqlBool> {
  const groups = IS_NUMBER.test(text) ? text.split(/\D+/) : text.split(/[^a-z\d]+/);
  const long = groups.filter(isLong);
  const isPlain = long.length > 0 && /^[\x20-\x7e]*$/.test(text);
  const isShort = long[0] === text && text.length < 2 * SHORTEST_SUBSTRING;
  if (!isPlain || isShort) return sql<SqlBool>`leads.search_text LIKE ${containing(text)}`;
  return sql<SqlBool>`(${hasPieces(long)} AND ${has(text)})`;
}

/** Written so that PostgreSQL makes no estimate for it: the pieces already give the number of rows. */
const has = (text: string) => sql<SqlBool>`strpos(leads.search_text, ${text}) <> 0`;

/** Leads whose `search_text` contains these words in order, found through the index. */
function hasPieces(words: readonly string[]): RawBuilder<SqlBool> {
  const pattern = words.flatMap(piecesOf).join('%');
  return sql<SqlBool>`leads.search_text LIKE ${`%${pattern}%`}`;
}

/**
 * Cuts a word into pieces of three or four characters (five: one piece). Letters with digits, like lead4321,
 * stay whole: many leads contain both halves, but few the place where they meet.
 */
function piecesOf(word: string): string[] {
  if (/[a-z]\d|\d[a-z]/.test(word)) return [word];
  const count = Math.floor(word.length / SHORTEST_SUBSTRING);
  const cut = (piece: number) => Math.floor((piece * word.length) / count);
  return Array.from({ length: count }, (_, piece) => word.slice(cut(piece), cut(piece + 1)));
}

/** Leads with texts of `moreText` that match the pattern; the first test of the text uses the index. */
export function inMore(
  { user }: ReadScope,
  pattern: RawBuilder<unknown>,
  visible: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const seen = user.masksContacts ? foldedText(customText(visible)) : moreText(visible);
  return sql<SqlBool>`(${HAS_MORE} AND ${moreText()} ~~ ${pattern} AND ${seen} ~~ ${pattern})`;
}

/** Leads with a note that contains the text. */
function inNotes(scope: ReadScope, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`leads.id IN (SELECT n.lead_id FROM ${scope.table('lead_notes')} n WHERE ${foldedText(sql`n.body`)} LIKE ${containing(text)})`;
}

function prefixCondition(scope: ReadScope, term: string): Condition {
  const prefix = `${literal(term)}%`;
  const digits = asciiDigits(term).replace(/^0/, '');
  const national = /^\d+$/.test(digits)
    ? sql` OR leads.phone_norm LIKE ${`+${callingCode(scope)}${digits}%`}`
    : sql``;
  return sql<SqlBool>`(${readingOrder(sql`leads.name`)} LIKE ${prefix} OR ${readingOrder(sql`leads.company_name`)} LIKE ${prefix}
    OR leads.email_norm LIKE ${prefix} OR leads.phone_norm LIKE ${prefix}${national})`;
}

/** The same, for a caller who reads contact details masked. */
function plainPrefix(_: ReadScope, term: string): Condition {
  const prefix = `${literal(term)}%`;
  return sql<SqlBool>`(${readingOrder(sql`leads.name`)} LIKE ${prefix} AND ${plainName} <> ''
    OR ${readingOrder(sql`leads.company_name`)} LIKE ${prefix})`;
}

/** The calling code with which stored numbers of the client's country begin, for example 91. */
const callingCode = ({ client }: ReadScope) =>
  getCountryCallingCode((client?.country ?? 'IN') as CountryCode);
