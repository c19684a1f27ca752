const CANDIDATES = [',', ';', '\t', '|'];
const RECORDS = 50;

/**
 * The delimiter under which the first records of the text agree best on their number of columns.
 * Quotes are respected; `sep=;` in the first line, as Excel writes it, decides alone.
 */
export function detectDelimiter(sample: string): { delimiter: string; skipFirstLine: boolean } {
  const told = /^sep=(.)\r?\n/i.exec(sample);
  if (told?.[1]) return { delimiter: told[1], skipFirstLine: true };
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of CANDIDATES) {
    const score = agreement(countPerRecord(sample, delimiter));
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, skipFirstLine: false };
}

/** How often the delimiter stands outside quotes in each of the first records that are not empty. */
function countPerRecord(sample: string, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let quoted = false;
  let empty = true;
  let fieldStart = true;
  for (const char of sample) {
    if (quoted) {
      if (char === '"') quoted = false;
    } else if (char === '"' && (fieldStart || !empty)) quoted = fieldStart || quoted;
    else if (char === '\n' || char === '\r') {
      if (!empty) counts.push(count);
      if (counts.length === RECORDS) return counts;
      count = 0;
      empty = true;
      fieldStart = true;
      continue;
    } else if (char === delimiter) {
      count++;
      empty = false;
      fieldStart = true;
      continue;
    }
    empty = false;
    fieldStart = false;
  }
  // The last record of the sample may be cut off; it only counts when it is the only one.
  if (counts.length === 0 && !empty) counts.push(count);
  return counts;
}

/** Share of the records with the commonest number of delimiters, weighed by that number. */
function agreement(counts: number[]): number {
  const seen = new Map<number, number>();
  for (const count of counts) if (count > 0) seen.set(count, (seen.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, times] of seen) best = Math.max(best, (times / counts.length) ** 2 * Math.sqrt(count));
  return best;
}
