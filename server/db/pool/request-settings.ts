import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Statement timeouts in milliseconds; docs/operations.md explains how the time limits relate. */
export type StatementLimits = {
  statement: number;
  lock: number;
  /** Forces read-only transactions, even if a replica has become a primary. */
  isReadOnly?: boolean;
};
/** A process's connections for requests, the milliseconds that one waits for a free connection, and timeouts. */
export type DatabaseLimits = StatementLimits & { connections: number; wait?: number };
export const STATEMENTS: StatementLimits = { statement: 7000, lock: 2000 };
/**
 * Milliseconds that a coordinator waits for a node to accept a connection, short enough to detect a silent
 * node within a statement's time limit.
 */
const NODE_CONNECT = 3000;

/**
 * The settings under which a statement must run, wherever it runs: a coordinator does not pass them on to the
 * nodes, which get them by role. Compiling plans (`jit`) can take a node many times as long as running them.
 */
export const settingsOfStatements = (lock: number) => ({
  search_path: '',
  lock_timeout: String(lock),
  timezone: 'UTC',
  jit: 'off',
});

/**
 * The settings of every request connection: no search path; time limits for statements, locks and idle
 * transactions.
 */
export function requestSettings(
  login: pg.ClientConfig,
  { statement, lock, isReadOnly = false }: StatementLimits,
): pg.ClientConfig {
  const options = [
    ...Object.entries(settingsOfStatements(lock)).map(([name, value]) => `${name}=${value}`),
    `statement_timeout=${statement}`,
    'idle_in_transaction_session_timeout=10000',
    // PostgreSQL does not notice this by itself.
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
