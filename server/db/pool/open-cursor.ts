import pg from 'pg';

/**
 * A statement that the driver binds to a portal (PostgreSQL's word for an open cursor) without running it.
 */
class Portal extends pg.Query {
  /** Called when the driver would request the rows: ends the exchange instead. */
  _getRows(connection: pg.Connection): void {
    connection.sync();
  }
}

/**
 * Opens a cursor until the end of the transaction. DECLARE would plan its query anew each time; the plan of a
 * prepared statement is reused. Throws PostgreSQL's errors.
 */
export async function openCursor(
  client: pg.Client,
  statement: pg.QueryConfig & { portal: string; query_timeout: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without parameters, the driver would send the text to be run immediately.
  const bound = { ...statement, queryMode: 'extended' };
  const portal = new Portal(bound, (error) => (error ? reject(error) : resolve()));
  // The driver reads a ready-made query's time limit from the query itself.
  client.query(Object.assign(portal, { query_timeout: statement.query_timeout }));
  await promise;
}
