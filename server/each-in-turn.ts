/**
 * Processes the items one by one. An error that `passes` accepts, by default any, does not hold up the rest: the
 * first of them is thrown at the end.
 */
export async function eachInTurn<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  passes: (error: unknown) => boolean = () => true,
): Promise<void> {
  let first: { error: unknown } | undefined;
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      if (!passes(error)) throw error;
      first ??= { error };
    }
  if (first) throw first.error;
}
