import type { ColumnType } from 'kysely';

/** `timestamptz`, read as a Date; may be left out of an insert where the column has a default. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
