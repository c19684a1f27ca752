import type pg from 'pg';
import { asking } from '#server/backup/tables.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { UnreadyReplica, presentOf, reachPlace } from '#server/db/replica/log-position.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { good, note, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';

/** Milliseconds in which a healthy replica catches up with the primary. */
const PATIENCE = 2000;

/** Checks whether the replica of DATABASE_READ_URL can serve reads; no finding without one. */
export async function checkReplica(
  primary: pg.Client,
  settings: ConnectionSettings | undefined,
): Promise<Finding[]> {
  const part = 'replica';
  if (!settings) return [];
  try {
    return await onOwnConnection({ application_name: 'lms doctor', ...settings }, async (replica) => {
      await reachPlace(asking(replica), await presentOf(asking(primary)), PATIENCE);
      const { rows } = await replica.query<{ on: boolean }>(
        `SELECT current_setting('hot_standby_feedback')::boolean AS on`,
      );
      if (rows[0]?.on) return [good(part, 'The replica is up to date and serves reads.')];
      return [
        note(
          part,
          'The replica may end long exports and archives in favour of replay.',
          'Set hot_standby_feedback = on there.',
        ),
      ];
    });
  } catch (error) {
    const { message } = error as Error;
    const says =
      error instanceof UnreadyReplica
        ? message
        : `The server of DATABASE_READ_URL does not answer: ${message}`;
    return [
      wrong(
        part,
        `The primary is serving the replica's reads. ${says}`,
        'Check that DATABASE_READ_URL points to a running replica of this database that keeps up with it.',
      ),
    ];
  }
}
