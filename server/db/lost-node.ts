/** Sentences of a coordinator about a node, without a code of their own: all of these are about the way to the node. */
const WORDS = /^failure on connection marked as essential|^could not commit transaction (?:for shard|on any)/;
/** The codes of a way that has failed, and of a node that is stopping or starting. */
const CODES = /^(?:08|57P0[1-3])/;

/**
 * Whether the coordinator of a cluster could not reach the node on which a client's rows lie, or has lost it. The connection to
 * the coordinator lives on, and clients on other nodes do not feel it.
 */
export function isLostNode(error: unknown): boolean {
  const {
    severity,
    code = '',
    message = '',
  } = error as { severity?: string; code?: string; message?: string };
  return severity === 'ERROR' && (CODES.test(code) || (code === 'XX000' && WORDS.test(message)));
}

/** Does work for one after the other. What lies on lost nodes keeps nobody else waiting: the first loss is thrown behind the last. */
export async function eachUnlessLost<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  let lost: { error: unknown } | undefined;
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      if (!isLostNode(error)) throw error;
      lost ??= { error };
    }
  if (lost) throw lost.error;
}
