import { asciiDigits } from '#shared/values/numbers.ts';
import { foldTitle } from '#shared/fields/lead-fields.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import type { Column } from './recognise-columns.ts';

const WORDS = String.raw`(?:(?:no\.?|number) of )?(?:leads?|records?|rows?|entries|contacts?|enquir(?:y|ies)|count|amount|value|sum)`;
/**
 * The label of a totals row: "Total", "Grand total (12 leads)", "Sub-total:", "Total leads: 12", "Total for May",
 * "Average", "Count: 2", "Page 1 of 3". "Pune Total" needs an amount beside it.
 */
const TOTAL = new RegExp(
  String.raw`^(?:(?:grand|sub|net|overall|page|report)[ -]?)?(?:totals?|sum|average|count|summe|कुल|योग)(?: (?:${WORDS}|योग|राशि|(?:in|of|for) .{1,30}))? ?[:=-]? ?\(?[\d,.]*(?: ?${WORDS}|inr|rs\.?|₹)?\)?(?: ?${WORDS})?$|^page \d+(?: (?:of|\/) \d+)?$`,
  'iu',
);
const TOTAL_OF_GROUP = /^.{1,60} (?:sub-?)?total:?$/iu;
/** A word of every label, to look no further at most rows. */
const LABEL = /total|sum|average|count|page|कुल|योग/i;
/** Only this much of a cell is examined: a cell may be long and hostile. */
const MOST_CHARS = 80;
const UNIT = /(?:rs\.?|inr|lakhs?|lacs?|crores?|crs?|l|k)(?!\p{L})/giu;

/**
 * Returns a test for rows below the headers that are not leads: those that repeat the headers or the lines
 * above them, and totals. `above` are the rows up to and including the headers.
 */
export function leftOutRows(above: readonly Row[], columns: readonly Column[]): (row: Row) => boolean {
  const headers = above.at(-1);
  const lines = above.filter((row) => row === headers || row.cells.filter(isFilled).length > 1);
  const repeated = new Set(lines.map(({ cells }) => spelling(cells)));
  const begins = new Set(lines.map(({ cells }) => beginOf(cells)));
  const called = columns.filter(
    ({ target }) => target === 'phone' || target === 'email' || target === 'lead_id',
  );
  return (row) => {
    if (begins.has(beginOf(row.cells)) && repeated.has(spelling(row.cells))) return true;
    return isTotal(row) && !called.some(({ index }) => isAddress(row.cells[index] ?? ''));
  };
}

const isFilled = (cell: string) => cell.trim() !== '';
const beginOf = (cells: readonly string[]) => foldTitle((cells.find(isFilled) ?? '').slice(0, MOST_CHARS));
/** An address, a phone number or an id: such a row is a lead, even if the person's name is Total. */
const isAddress = (cell: string) => /@|-.*-|\d(?:\D?\d){7}/.test(cell.slice(0, MOST_CHARS));

/** The cells normalised for comparing headers, without trailing empty ones. */
const spelling = (cells: readonly string[]) =>
  cells
    .slice(0, cells.findLastIndex(isFilled) + 1)
    .map(foldTitle)
    .join('|');

function isTotal({ cells }: Row): boolean {
  if (!cells.some((cell) => LABEL.test(cell.slice(0, MOST_CHARS)))) return false;
  const said = cells.filter(isFilled).map((cell) => cell.trim().split(/\s+/).join(' '));
  const [label, ...more] = said.filter((cell) => !isAmount(cell));
  if (label === undefined || label.length > MOST_CHARS || more.some((cell) => cell !== label)) return false;
  return TOTAL.test(label) || (said.length > 1 && TOTAL_OF_GROUP.test(label));
}

/** A number, an amount or a percentage, but not a name. */
function isAmount(cell: string): boolean {
  const text = asciiDigits(cell.slice(0, MOST_CHARS));
  return /\d/.test(text) && !/\p{L}/u.test(text.replaceAll(UNIT, ''));
}
