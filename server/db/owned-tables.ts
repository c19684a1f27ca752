/** Tables whose rows a path names by id. */
export type OwnedTable =
  | 'leads'
  | 'operations'
  | 'call_logs'
  | 'reminders'
  | 'lead_notes'
  | 'products'
  | 'product_categories'
  | 'webhooks';
