import { sql } from 'kysely';
import { foldedText } from '#server/db/folded-text.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/whole-company.ts';
import { HAS_MORE } from '#server/leads/lead-search.ts';
import { Remembered } from './remember.ts';

/**
 * The folded names of a client's people, and whether any lead has texts of its own beside `search_text`, or notes.
 */
export type SearchDirectory = { people: { id: string; name: string }[]; hasMore: boolean; hasNotes: boolean };

const NOTHING: SearchDirectory = { people: [], hasMore: false, hasNotes: false };
const EVERYTHING = 'every client';
const directories = new Remembered<string, SearchDirectory>();

/** The directory of the client that is read, or of all clients; read again after every write of leads or notes. */
export async function searchDirectory(scope: ReadScope): Promise<SearchDirectory> {
  const { client, isEverything } = scope;
  if (!client && !isEverything) return NOTHING;
  // Remembered for everybody of the client: says no more than whether there is anything to look through.
  const all = wholeCompany(scope);
  return await directories.get(scope, client?.id ?? EVERYTHING, async () => {
    const { rows } = await sql<SearchDirectory>`
      SELECT coalesce((SELECT json_agg(json_build_object('id', m.id, 'name', ${foldedText(sql`m.name`)}))
        FROM ${scope.table('members')} m), '[]') AS people,
        EXISTS (SELECT 1 FROM ${all.table('leads')} leads WHERE ${HAS_MORE}) AS "hasMore",
        EXISTS (SELECT 1 FROM ${all.table('lead_notes')} notes) AS "hasNotes"
    `.execute(scope.db);
    return rows[0] ?? NOTHING;
  });
}

/** Leads or notes of this client have been written; without a client, of any. */
export function forgetDirectory(clientId?: string): void {
  if (clientId === undefined) directories.forgetAll();
  else {
    directories.forget(clientId);
    directories.forget(EVERYTHING);
  }
}
