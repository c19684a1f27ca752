const CANDIDATES = [',', ';', '\t', '|'];
const RECORDS = 50;
/** The headers are in one of the first records. */
const LOOKED_AT = 10;
/** Values that a wrong delimiter would leave joined to their neighbours: addresses, numbers, dates. */
const WHOLE_VALUE = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|[+(]?\d[\d\s()./:-]{3,})$/;

/** A record split into cells by each candidate, respecting quotes. */
type Split = ReadonlyMap<string, string[]>;

/**
 * A text's delimiter according to its first records: the one that produces known headers; otherwise the one
 * that produces whole values, and then the one on which the records agree best. Excel's `sep=;` in the first
 * line overrides everything.
 */
export function detectDelimiter(
  sample: string,
  isHeader: (cell: string) => boolean = () => false,
): { delimiter: string; skipFirstLine: boolean } {
  const told = /^sep=(.)\r?\n/i.exec(sample);
  if (told?.[1]) return { delimiter: told[1], skipFirstLine: true };
  const records = recordsOf(sample);
  const ranked = CANDIDATES.map((sign) => ({ sign, rank: rankOf(records, sign, isHeader) }));
  const best = ranked.reduce((one, other) => (compare(one.rank, other.rank) >= 0 ? one : other));
  const [headers = 0, splitsHeaders = 0, values = 0] = best.rank;
  // A single column with a known title: no character in its values is a delimiter.
  if (headers > 0 && splitsHeaders === 0 && values === 0) {
    return { delimiter: CANDIDATES.find((sign) => !sample.includes(sign)) ?? ',', skipFirstLine: false };
  }
  return { delimiter: best.sign, skipFirstLine: false };
}

/**
 * The first non-empty records. A quote after any candidate opens a cell, because otherwise another character
 * could split a quoted cell.
 */
function recordsOf(sample: string): Split[] {
  const records: Split[] = [];
  let [quoted, fieldStart, from] = [false, true, 0];
  let signs: number[] = [];
  const take = (end: number) => {
    if (end > from) records.push(splitRecord(sample, from, end, signs));
    signs = [];
    from = end + 1;
  };
  for (let at = 0; at < sample.length && records.length < RECORDS; at++) {
    const char = sample[at] ?? '';
    if (quoted) {
      if (char === '"') quoted = false;
      continue;
    }
    if (char === '\n' || char === '\r') take(at);
    else if (CANDIDATES.includes(char)) signs.push(at);
    else {
      quoted = char === '"' && fieldStart;
      fieldStart = false;
      continue;
    }
    fieldStart = true;
  }
  // The sample's last record may be cut off; it only counts when it is the only one.
  if (records.length === 0) take(sample.length);
  return records;
}

function splitRecord(sample: string, from: number, end: number, signs: readonly number[]): Split {
  const cellsUnder = (sign: string) => {
    const ends = [...signs.filter((at) => sample[at] === sign), end];
    return ends.map((to, index) =>
      sample.slice(index === 0 ? from : (ends[index - 1] ?? 0) + 1, to).replaceAll('"', ''),
    );
  };
  return new Map(CANDIDATES.map((sign) => [sign, cellsUnder(sign)]));
}

/**
 * Known headers in a record, whether the delimiter splits that record, whole values, agreement; compared in
 * this order.
 */
function rankOf(records: readonly Split[], sign: string, isHeader: (cell: string) => boolean): number[] {
  const rows = records.map((record) => record.get(sign) ?? []);
  const known = rows
    .slice(0, LOOKED_AT)
    .map((cells) => cells.filter((cell) => cell.trim() !== '' && isHeader(cell)).length);
  const headers = Math.max(0, ...known);
  const isSplit = headers > 0 && (rows[known.indexOf(headers)]?.length ?? 0) > 1;
  const values = rows.flat().filter((cell) => WHOLE_VALUE.test(cell.trim())).length;
  return [
    headers,
    Number(isSplit),
    values,
    agreement(rows.map((cells) => cells.length - 1)) * tightness(rows),
  ];
}

const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((part, index) => part - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The share of the records with the most common number of delimiters, weighted by that number. */
function agreement(counts: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const count of counts) if (count > 0) seen.set(count, (seen.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, times] of seen) best = Math.max(best, (times / counts.length) ** 2 * Math.sqrt(count));
  return best;
}

/** A delimiter followed by a space is more often part of a sentence. */
function tightness(rows: readonly string[][]): number {
  const parted = rows.flatMap((cells) => cells.slice(1)).filter((cell) => cell !== '');
  const spaced = parted.filter((cell) => cell.startsWith(' ')).length;
  return parted.length > 0 && spaced * 2 > parted.length ? 0.25 : 1;
}
