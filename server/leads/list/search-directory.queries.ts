import { sql } from 'kysely';
import { foldedText } from '#server/db/sql/folded-text.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { HAS_MORE } from './lead-search.ts';
import { ShortCache } from '#server/leads/settings/short-cache.ts';

/**
 * The folded names of a client's users, and whether any lead has other searchable texts besides
 * `search_text`, or notes.
 */
export type SearchDirectory = { people: { id: string; name: string }[]; hasMore: boolean; hasNotes: boolean };

const NOTHING: SearchDirectory = { people: [], hasMore: false, hasNotes: false };
const EVERYTHING = 'every client';
const directories = new ShortCache<string, SearchDirectory>();

/**
 * The directory of the client that is read, or of all clients; reloaded after every write of leads or notes.
 */
export async function searchDirectory(scope: ReadScope): Promise<SearchDirectory> {
  const { client, isEverything } = scope;
  if (!client && !isEverything) return NOTHING;
  // Cached for all users of the client: reveals only whether there is anything to search.
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

/** Call when leads or notes of this client, or of any client if none is given, have been written. */
export function forgetDirectory(clientId?: string): void {
  if (clientId === undefined) directories.forgetAll();
  else {
    directories.forget(clientId);
    directories.forget(EVERYTHING);
  }
}
