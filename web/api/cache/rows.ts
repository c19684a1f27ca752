type Row = Record<string, unknown>;

/**
 * The data with every object in it replaced by what `edit` returns for it; undefined takes it out of its
 * list. The same data if nothing changes. What an object contains is only looked at if `edit` keeps it.
 */
export function mapRows<T>(data: T, edit: (row: Row) => Row | undefined): T {
  if (Array.isArray(data)) {
    const next = data.flatMap((one: unknown) => {
      const edited = mapRows(one, edit);
      return edited === undefined && one !== undefined ? [] : [edited];
    });
    const isSame = next.length === data.length && next.every((one, index) => one === data[index]);
    return isSame ? data : (next as T);
  }
  if (typeof data !== 'object' || data === null) return data;
  const edited = edit(data as Row);
  if (edited !== data) return edited as T;
  const entries = Object.entries(data);
  const next = entries.map(([name, value]) => [name, mapRows<unknown>(value, edit)] as const);
  return next.some(([, value], index) => value !== entries[index]?.[1])
    ? (Object.fromEntries(next) as T)
    : data;
}
