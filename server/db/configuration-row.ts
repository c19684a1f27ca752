import type { ColumnType } from 'kysely';

/** Settings of a client that are read and changed as a whole. */
export type ConfigurationRow = {
  config_key: string;
  value: ColumnType<Record<string, unknown>, string, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
};
