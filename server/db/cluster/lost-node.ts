import { eachInTurn } from '#server/each-in-turn.ts';

/**
 * Messages of a coordinator about a node that have no code of their own; all of them are about reaching the
 * node.
 */
const WORDS = /^failure on connection marked as essential|^could not commit transaction (?:for shard|on any)/;
/** Codes for a failed connection, and for a node that is stopping or starting. */
const CODES = /^(?:08|57P0[1-3])/;

/**
 * Whether the coordinator of a cluster could not reach, or has lost, the node with a client's rows. The
 * connection to the coordinator survives, and clients on other nodes are unaffected.
 */
export function isLostNode(error: unknown): boolean {
  const {
    severity,
    code = '',
    message = '',
  } = error as { severity?: string; code?: string; message?: string };
  return severity === 'ERROR' && (CODES.test(code) || (code === 'XX000' && WORDS.test(message)));
}

/**
 * Processes the items one by one. Items on lost nodes do not hold up the rest: the first such error is thrown
 * at the end.
 */
export const eachUnlessLost = async <T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> => await eachInTurn(all, work, isLostNode);
