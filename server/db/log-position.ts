import { setTimeout as wait } from 'node:timers/promises';

/** Asks one server, on whichever kind of connection. */
export type AskServer = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

/** Milliseconds between two looks at how far a replica is: the first, and the most. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 50;

/** The reason why a replica does not answer now. */
export class UnreadyReplica extends Error {
  override name = 'UnreadyReplica';
}

/**
 * The primary's present as a place in its log: every commit that anybody has seen lies before it. A commit that is not on the
 * disk yet (the mirror's) would not be sent to a replica for half a second: a message then takes the whole log there.
 */
export async function presentOf(primary: AskServer): Promise<string> {
  const rows = await primary<{ present: string }>(
    `SELECT CASE WHEN pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()
       THEN pg_logical_emit_message(true, 'lms', '') ELSE pg_current_wal_flush_lsn() END::text AS present`,
    [],
  );
  return rows[0]?.present ?? '';
}

/** Waits until a replica has everything up to a place in the log. Throws UnreadyReplica after `patience` milliseconds. */
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
