/** The kinds of rows whose changes a page hears of, and by which a call names its changes. */
export const ROW_KINDS = [
  'leads',
  'calls',
  'reminders',
  'notes',
  'messages',
  'templates',
  'notifications',
  'products',
  'operations',
  'fields',
  'webhooks',
  'deliveries',
  'sources',
  'distribution',
  'targets',
  'costs',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];
