/** The kinds of rows that events and calls name as changed. */
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
