/** The schema with a copy of every client's rows, which users of all clients read (decision 33). */
export const MIRROR_SCHEMA = 'all_clients';
/** The lock of the one transaction, of all processes, that writes to the mirror. */
export const MIRROR_LOCK = 4_712_003;

/** Tables whose rows are copied as they are, each with its key. Lists across clients read these and no others. */
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

/** The counters; days are summed over all clients, since lists across clients ask for no single one. */
export const COUNTERS = ['lead_totals', 'lead_days'] as const;

/** The columns by which the totals, the totals of all clients, and the days are told apart. */
export const TOTALS_CELL = ['status', 'source', 'assigned_to', 'is_archived', 'is_duplicate'] as const;
export const SUMS_CELL = ['status', 'source', 'is_archived', 'is_duplicate'] as const;
export const DAYS_CELL = ['day', 'is_archived', 'is_duplicate'] as const;

/** The time zone by which the days of each client's leads are counted in the mirror. */
export const MIRRORED_ZONES = 'mirrored_zones';

/** The totals of all clients together, by status, source and flags. */
export const MIRRORED_SUMS = 'lead_sums';

/** The column of the mirror's totals and sums with the number of their leads for which nothing is planned (decision 39). */
export const UNPLANNED = 'no_next_step';

/** Reminders of all clients by day of the default time zone and group, without those that their leads hide (decision 39). */
export const MIRRORED_REMINDERS = 'shown_reminder_days';
export const REMINDERS_CELL = ['day', 'is_completed'] as const;

/** Calls of all clients by type and status, without those of leads in the trash (decision 48). */
export const MIRRORED_CALLS = 'call_sums';
export const CALLS_CELL = ['call_type', 'call_status'] as const;

/** The setting that names the client whose rows a transaction brings: the default of every `client_id`. */
export const MIRRORED_CLIENT = 'lms.mirrored_client';

/** The function that hands the rows of an open cursor on to a statement of the follower. */
export const FETCHED = 'fetched';
