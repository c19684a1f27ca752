import { setTimeout as wait } from 'node:timers/promises';

/** Queries one server, over any kind of connection. */
export type AskServer = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

/** Milliseconds between two checks of a replica's progress: the first pause and the longest. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 50;

/** Why a replica cannot be read now. */
export class UnreadyReplica extends Error {
  override name = 'UnreadyReplica';
}

/**
 * The primary's current position in its log: every commit that anybody has seen lies before it. The mirror's
 * asynchronous commits, not yet on disk, would reach a replica only half a second later; writing a message
 * flushes the log up to here.
 */
export async function presentOf(primary: AskServer): Promise<string> {
  const rows = await primary<{ present: string }>(
    `SELECT CASE WHEN pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()
       THEN pg_logical_emit_message(true, 'lms', '') ELSE pg_current_wal_flush_lsn() END::text AS present`,
    [],
  );
  return rows[0]?.present ?? '';
}

/** Waits until a replica has reached a log position. Throws UnreadyReplica after `patience` milliseconds. */
export async function reachPlace(replica: AskServer, place: string, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const rows = await replica<{ is_replica: boolean; reached: boolean }>(
      `SELECT pg_is_in_recovery() AS is_replica,
         coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS reached`,
      [place],
    );
    if (!rows[0]?.is_replica) throw new UnreadyReplica('The server there is no replica.');
    if (rows[0].reached) return;
    if (performance.now() + pause > until) throw new UnreadyReplica('It is behind.');
    await wait(pause);
  }
}
