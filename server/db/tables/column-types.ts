import type { ColumnType } from 'kysely';

/** `timestamptz`, read as a Date; optional in inserts where the column has a default. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A column with a default, or that may be empty. */
export type Default<T> = ColumnType<T, T | undefined, T>;
