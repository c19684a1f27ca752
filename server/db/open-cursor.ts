import pg from 'pg';

/** A statement that the driver binds to a portal, PostgreSQL's word for an open cursor, and does not run. */
class Portal extends pg.Query {
  /** Called where the driver would ask for the rows: ends the exchange instead. */
  _getRows(connection: pg.Connection): void {
    connection.sync();
  }
}

/** The cursor that a statement declares, and the statement of its rows; undefined for every other statement. */
export function cursorOf(text: string): { portal: string; text: string } | undefined {
  const [, portal, rows] = /^DECLARE "(\w+)" NO SCROLL CURSOR FOR (.*)$/s.exec(text) ?? [];
  return portal && rows ? { portal, text: rows } : undefined;
}

/**
 * Opens a cursor until the end of the transaction. DECLARE would plan its statement anew each time; the plan of a prepared one is
 * kept, as that of every other statement. Throws what PostgreSQL says.
 */
export async function openCursor(
  client: pg.Client,
  statement: pg.QueryConfig & { portal: string; query_timeout: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without parameters the driver would send the text to be run.
  const bound = { ...statement, queryMode: 'extended' };
  const portal = new Portal(bound, (error) => (error ? reject(error) : resolve()));
  // The driver reads the time limit of a ready-made query from the query itself.
  client.query(Object.assign(portal, { query_timeout: statement.query_timeout }));
  await promise;
}
