import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The time limits of statements, in milliseconds; the ladder of limits is in docs/operations.md. */
export type StatementLimits = {
  statement: number;
  lock: number;
  /** Nothing is written, also where a replica has become a primary. */
  isReadOnly?: boolean;
};
/** The connections of a process for requests, and the time limits of their statements. */
export type DatabaseLimits = StatementLimits & { connections: number };
export const STATEMENTS: StatementLimits = { statement: 7000, lock: 2000 };
/** Milliseconds that a coordinator gives a node to take a connection: a silent node is found within the time of a statement. */
const NODE_CONNECT = 3000;

/** The settings of every connection for requests: no search path, bounded statements, locks and idle transactions. */
export function requestSettings(
  login: pg.ClientConfig,
  { statement, lock, isReadOnly = false }: StatementLimits,
): pg.ClientConfig {
  const options = [
    'search_path=',
    `statement_timeout=${statement}`,
    `lock_timeout=${lock}`,
    'idle_in_transaction_session_timeout=10000',
    'timezone=UTC',
    'jit=off',
    // PostgreSQL by itself takes no notice.
    `citus.node_connection_timeout=${NODE_CONNECT}`,
    ...(isReadOnly ? ['default_transaction_read_only=on'] : []),
  ];
  return {
    application_name: `lms ${randomUUID().slice(0, 8)}`,
    ...login,
    keepAlive: true,
    options: options.map((o) => `-c ${o}`).join(' '),
  };
}
