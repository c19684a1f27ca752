/** Days for which rows that users no longer see are kept; undefined means forever. */
export type Retention = { trash: number; notifications: number; audit: number | undefined };

let current: Retention = { trash: 30, notifications: 60, audit: undefined };

export const retention = (): Readonly<Retention> => current;

/** Sets the retention for this process: once, before the first request. */
export function keepFor(days: Retention): void {
  current = days;
}
