import * as z from 'zod/mini';

/** The last file of a backup; a backup without it is incomplete. */
export const MANIFEST = 'manifest.json';

const BackupClient = z.object({
  id: z.uuid(),
  name: z.string(),
  schema: z.string(),
  /** The last migration applied to the client's schema. */
  version: z.string(),
});
export type BackupClient = z.infer<typeof BackupClient>;

const BackupFile = z.object({
  path: z.string(),
  /** `core`, or a client's schema. */
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type BackupFile = z.infer<typeof BackupFile>;

/** The content of a backup; `files` lists the tables in the order in which they can be loaded. */
export const Manifest = z.object({
  format: z.literal('lms-backup-1'),
  /**
   * `archive`: one client for its own users, without secrets, with cells that are safe to open in a
   * spreadsheet.
   */
  kind: z.enum(['installation', 'client', 'archive']),
  at: z.iso.datetime(),
  postgres: z.string(),
  /** Names of the core and client migrations that the database had. */
  migrations: z.object({ core: z.array(z.string()), client: z.array(z.string()) }),
  clients: z.array(BackupClient),
  files: z.array(BackupFile),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackupKind = Manifest['kind'];
