const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the records of a CSV file while its bytes pass by. Line breaks inside quotes don't end a record. */
export function csvRowCounter(): (bytes: Uint8Array) => number {
  let isQuoted = false;
  let rows = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) rows += 1;
    }
    return rows;
  };
}
