/** From and To as `2026-11-30`; '' for an open end. */
export type Days = { from_date: string; to_date: string };

/** Whether any day can lie between From and To. */
export function isRange(from: string, to: string): boolean {
  return from === '' || to === '' || from <= to;
}

/** Whether a text is a calendar day, as `2026-11-30`. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return !!moment && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/**
 * The days in an address, by their `names` there. A range that ends before it begins contains no day and is
 * ignored.
 */
export function readDays(search: URLSearchParams, names = ['from_date', 'to_date']): Days {
  const [from, to] = names.map((key) => {
    const day = search.get(key) ?? '';
    return isDay(day) ? day : '';
  }) as [string, string];
  return isRange(from, to) ? { from_date: from, to_date: to } : { from_date: '', to_date: '' };
}
