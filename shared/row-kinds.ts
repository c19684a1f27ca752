/** The kinds of rows that a page can be told have changed, and that a call says of itself that it changes. */
export const ROW_KINDS = ['leads', 'calls', 'reminders', 'products', 'operations', 'fields'] as const;
export type RowKind = (typeof ROW_KINDS)[number];
