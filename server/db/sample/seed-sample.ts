import type { Database } from '#server/db/database.ts';

export async function seedSample(_database: Database, _dataDir: string): Promise<void> {}
export function readSampleAccounts(_dataDir: string): string | undefined {
  return undefined;
}
