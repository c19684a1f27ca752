import * as z from 'zod/mini';

/** The last file of a backup; a backup without it is not whole. */
export const MANIFEST = 'manifest.json';

const BackupClient = z.object({
  id: z.uuid(),
  name: z.string(),
  schema: z.string(),
  /** The last migration of the client's schema. */
  version: z.string(),
});
export type BackupClient = z.infer<typeof BackupClient>;

const BackupFile = z.object({
  path: z.string(),
  /** `core`, or the schema of a client. */
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type BackupFile = z.infer<typeof BackupFile>;

/** The content of a backup: `files` are the tables in the order in which they can be loaded. */
export const Manifest = z.object({
  format: z.literal('lms-backup-1'),
  /** `archive`: one client for its own people, without secrets, and with cells that a spreadsheet may open. */
  kind: z.enum(['installation', 'client', 'archive']),
  at: z.iso.datetime(),
  postgres: z.string(),
  /** Names of the migrations of accounts, and of those of clients, that the database had. */
  migrations: z.object({ core: z.array(z.string()), client: z.array(z.string()) }),
  clients: z.array(BackupClient),
  files: z.array(BackupFile),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackupKind = Manifest['kind'];
