/** The schema with a copy of every client's rows, for users with access to all clients (decision 33). */
export const MIRROR_SCHEMA = 'all_clients';
/** The lock that allows only one transaction, in any process, to write to the mirror at a time. */
export const MIRROR_LOCK = 4_712_003;
/** The lock of the process that compares the mirror with the clients. */
export const COMPARE_LOCK = 4_712_006;

/** Tables whose rows are copied unchanged, each with its key. Lists across clients read only these. */
export const MIRRORED = {
  leads: 'id',
  call_logs: 'id',
  reminders: 'id',
  products: 'id',
  product_categories: 'id',
  operations: 'id',
  lead_notes: 'id',
  lead_messages: 'id',
  notifications: 'id',
  webhooks: 'id',
  configurations: 'config_key',
} as const;
export type MirroredTable = keyof typeof MIRRORED;

/** The counters; days are summed over all clients, because lists across clients never need a single one. */
export const COUNTERS = ['lead_totals', 'lead_days'] as const;

/** The key columns of the totals, the totals of all clients, and the days. */
export const TOTALS_CELL = ['status', 'source', 'assigned_to', 'is_archived', 'is_duplicate'] as const;
export const SUMS_CELL = ['status', 'source', 'is_archived', 'is_duplicate'] as const;
export const DAYS_CELL = ['day', 'is_archived', 'is_duplicate'] as const;

/** The time zone in which the mirror counts the days of each client's leads. */
export const MIRRORED_ZONES = 'mirrored_zones';

/** The totals of all clients combined, by status, source and flags. */
export const MIRRORED_SUMS = 'lead_sums';

/** The column of the mirror's totals and sums that counts leads without a next step (decision 39). */
export const UNPLANNED = 'no_next_step';

/**
 * Reminders of all clients by day (in the default time zone) and group, excluding those hidden with their
 * lead (decision 39).
 */
export const MIRRORED_REMINDERS = 'shown_reminder_days';
export const REMINDERS_CELL = ['day', 'is_completed'] as const;

/** Calls of all clients by type and status, excluding calls of leads in the trash (decision 48). */
export const MIRRORED_CALLS = 'call_sums';
export const CALLS_CELL = ['call_type', 'call_status'] as const;

/** The setting with the client whose rows a transaction copies: the default of every `client_id`. */
export const MIRRORED_CLIENT = 'lms.mirrored_client';

/** The function that passes the rows of an open cursor to a statement of the follower. */
export const FETCHED = 'fetched';
