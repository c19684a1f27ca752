/** Days for which rows are kept that people no longer see; undefined for ever. */
export type Retention = { trash: number; notifications: number; audit: number | undefined };

let current: Retention = { trash: 30, notifications: 60, audit: undefined };

export const retention = (): Readonly<Retention> => current;

/** Sets how long this process keeps rows: once, before the first request. */
export function keepFor(days: Retention): void {
  current = days;
}
