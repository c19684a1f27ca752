/**
 * The data of a response, with everything that is unchanged taken from the data before it. Rows are recognised
 * by their ids: those that follow a removed one stay the same objects, and are not rendered again. (The
 * library's own comparison goes by position.)
 */
export function shareRows(before: unknown, data: unknown): unknown {
  if (Object.is(before, data) || !isPlain(before) || !isPlain(data)) return data;
  if (Array.isArray(before) !== Array.isArray(data)) return data;
  if (Array.isArray(before) && Array.isArray(data)) {
    const known = new Map(before.flatMap((row) => (idOf(row) === undefined ? [] : [[idOf(row), row]])));
    const next = data.map((row, index) =>
      shareRows(idOf(row) === undefined ? before[index] : known.get(idOf(row)), row),
    );
    const isSame = next.length === before.length && next.every((row, index) => row === before[index]);
    return isSame ? before : next;
  }
  const entries = Object.entries(data).map(
    ([name, value]) => [name, shareRows((before as Row)[name], value)] as const,
  );
  const isSame =
    entries.length === Object.keys(before).length &&
    entries.every(([name, value]) => name in before && value === (before as Row)[name]);
  return isSame ? before : Object.fromEntries(entries);
}

type Row = Record<string, unknown>;

const idOf = (value: unknown) => (value as { id?: unknown } | null | undefined)?.id;

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
