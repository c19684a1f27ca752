/** A fatal error at start. The message is for the operator: what is wrong and what to do. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** The parts of a logger that this module uses; a pino logger fits. */
export type DatabaseLog = {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
};
