/** A start that cannot go on. The message is written for the operator: what is wrong and what to do. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** The parts of a logger this module uses; a pino logger fits. */
export type DatabaseLog = {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
};
