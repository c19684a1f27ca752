import { getCountryCallingCode } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { withoutMarks } from '#shared/fields.ts';
import { foldText } from '#shared/fold-text.ts';
import { asciiDigits } from '#shared/numbers.ts';
import { phoneNumbers } from '#server/phone.ts';
import { foldedText } from '#server/db/folded-text.ts';
import { containing, literal } from '#server/db/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';

type Condition = Expression<SqlBool>;

/** Below this many characters the trigram index would have to be read whole: prefixes of indexed columns instead. */
const SHORTEST_SUBSTRING = 3;

/**
 * A term of a search, and the leads that have the term elsewhere than in `search_text`: of these assignees, with these
 * values of options, with these ids, or in the texts of `MORE_TEXT` or in notes, where the ids would be too many.
 */
export type SearchTerm = {
  /** The texts of which one must occur: several for phone numbers. */
  texts: readonly string[];
  assignees: readonly string[];
  options: readonly Condition[];
  ids: readonly string[];
  isCommon: boolean;
  isCommonInNotes: boolean;
};

/** The texts of each term of a search, folded: its words, or the digits of its phone numbers beside the number as typed. */
export function termsOf(search: string): string[][] {
  const numbers = phoneNumbers(search);
  const folded = foldText(search).trim();
  // A note or a custom field may hold the number as somebody wrote it.
  if (numbers.length > 0) return [[...new Set([...numbers, folded])]];
  const words = folded.split(/\s+/).filter((word) => word !== '');
  // A mail program copies marks along that no address has.
  return words.map((word) => [word.includes('@') ? withoutMarks(word) : word]);
}

/**
 * Whether a search is too short for the trigram index: it then looks at beginnings only, and its total is no more
 * than a hint.
 */
export function isPrefixSearch(search: string): boolean {
  return termsOf(search).every((texts) => texts.every((text) => !isLong(text)));
}

/** Whether a text is long enough to be looked for in the middle of other texts. */
export const isLong = (text: string) => [...text].length >= SHORTEST_SUBSTRING;

/**
 * Texts that few leads have, beside those of `search_text`: of custom fields, and the digits of phones with several numbers.
 * They have an index of their own (migration 0009), whose words these are: every lead's `search_text` would have to be
 * written again to hold them.
 */
export const HAS_MORE = sql<SqlBool>`(leads.custom <> '{}' OR char_length(leads.phone) > 18)`;
const moreText = (custom: RawBuilder<unknown> = sql`leads.custom`) =>
  foldedText(sql`
    replace(jsonb_path_query_array(${custom}, '$.* ? (@.type() != "boolean")')::text, '\\"', '"') || ' '
    || regexp_replace(translate(coalesce(leads.phone, ''), '०१२३४५६७८९', '0123456789'), '[^0-9]+', '', 'g')`);

/** Conditions for a search: every term must occur somewhere. `visible`: the custom values that people may see. */
export function searchConditions(
  scope: ReadScope,
  search: string,
  terms: readonly SearchTerm[],
  visible: RawBuilder<unknown>,
): Condition[] {
  const words = termsOf(search);
  if (words.length === 0) return [];
  if (isPrefixSearch(search)) return [prefixCondition(scope, words.flat().join(' '))];
  return terms.map((term) => {
    const { assignees, ids } = term;
    const places = [
      ...inSearchTexts(term.texts),
      ...(assignees.length > 0 ? [sql<SqlBool>`leads.assigned_to = ANY(${assignees}::uuid[])`] : []),
      ...(ids.length > 0 ? [sql<SqlBool>`leads.id = ANY(${ids}::uuid[])`] : []),
      ...(term.isCommon ? term.texts.map((text) => inMore(sql`${containing(text)}`, visible)) : []),
      ...(term.isCommonInNotes ? term.texts.map((text) => inNotes(scope, text)) : []),
      ...term.options,
    ];
    return sql<SqlBool>`(${sql.join(places, sql` OR `)})`;
  });
}

/** Leads whose `search_text` has one of the texts. */
function inSearchTexts(texts: readonly string[]): RawBuilder<SqlBool>[] {
  const [number = '', typed = ''] = texts;
  const isTyped = texts.length === 2 && /^\d+$/.test(number) && IS_NUMBER.test(typed);
  const common = isTyped ? groupsOf(number, typed) : [];
  if (common.length === 0) return texts.map(inSearchText);
  return [sql<SqlBool>`(${hasPieces(common)} AND (${has(number)} OR ${has(typed)}))`];
}

const IS_NUMBER = /^[\d\s()+./-]+$/;

/** The groups of digits of a number as typed that its digits alone have too, in their order: texts with either form have these. */
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
 * Leads whose `search_text` has the text. A long text is looked for by its pieces, and compared as a whole in the rows found: the
 * index compares the lists of all trigrams of a pattern for each row, and those of the pieces are half as many. A number as somebody
 * wrote it has pieces of its groups of digits: of beginnings of words, such as " 9", the index knows every lead.
 */
function inSearchText(text: string): RawBuilder<SqlBool> {
  const groups = IS_NUMBER.test(text) ? text.split(/\D+/) : text.split(/[^a-z\d]+/);
  const long = groups.filter(isLong);
  const isPlain = long.length > 0 && /^[\x20-\x7e]*$/.test(text);
  const isShort = long[0] === text && text.length < 2 * SHORTEST_SUBSTRING;
  if (!isPlain || isShort) return sql<SqlBool>`leads.search_text LIKE ${containing(text)}`;
  return sql<SqlBool>`(${hasPieces(long)} AND ${has(text)})`;
}

/** Compares without an estimate of its own: the pieces say how many rows there are. */
const has = (text: string) => sql<SqlBool>`strpos(leads.search_text, ${text}) <> 0`;

/** Leads whose `search_text` has these words in their order, as the index finds them. */
function hasPieces(words: readonly string[]): RawBuilder<SqlBool> {
  const pattern = words.flatMap(piecesOf).join('%');
  return sql<SqlBool>`leads.search_text LIKE ${`%${pattern}%`}`;
}

/**
 * A word cut into pieces of three or four characters (five: one piece). Letters with digits, such as lead4321, stay whole: many
 * leads have both halves, and few have the place where they meet.
 */
function piecesOf(word: string): string[] {
  if (/[a-z]\d|\d[a-z]/.test(word)) return [word];
  const count = Math.floor(word.length / SHORTEST_SUBSTRING);
  const cut = (piece: number) => Math.floor((piece * word.length) / count);
  return Array.from({ length: count }, (_, piece) => word.slice(cut(piece), cut(piece + 1)));
}

/** Leads with texts of `moreText` like the pattern; the first test of the text uses the index. */
export function inMore(pattern: RawBuilder<unknown>, visible: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${HAS_MORE} AND ${moreText()} ~~ ${pattern} AND ${moreText(visible)} ~~ ${pattern})`;
}

/** Leads with a note that has the text. */
function inNotes(scope: ReadScope, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`leads.id IN (SELECT n.lead_id FROM ${scope.table('lead_notes')} n WHERE ${foldedText(sql`n.body`)} LIKE ${containing(text)})`;
}

function prefixCondition(scope: ReadScope, term: string): Condition {
  const prefix = `${literal(term)}%`;
  const digits = asciiDigits(term).replace(/^0/, '');
  const national = /^\d+$/.test(digits)
    ? sql` OR leads.phone_norm LIKE ${`+${callingCode(scope)}${digits}%`}`
    : sql``;
  return sql<SqlBool>`(${foldedText(sql`leads.name`)} LIKE ${prefix} OR ${foldedText(sql`leads.company_name`)} LIKE ${prefix}
    OR leads.email_norm LIKE ${prefix} OR leads.phone_norm LIKE ${prefix}${national})`;
}

/** The digits with which stored numbers of the client's country begin, such as 91. */
const callingCode = ({ client }: ReadScope) =>
  getCountryCallingCode((client?.country ?? 'IN') as CountryCode);
