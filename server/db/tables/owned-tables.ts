/** Tables whose rows are identified by an id in a URL path. */
export type OwnedTable =
  | 'leads'
  | 'operations'
  | 'call_logs'
  | 'reminders'
  | 'lead_notes'
  | 'products'
  | 'product_categories'
  | 'webhooks';
