let life = new AbortController();

/**
 * The signal that ends when this page serves another person, client or role, or nobody any more. Work of a session
 * hangs on it: calls, streams, toasts, notices. The parts that a session shows live in React below SessionProvider,
 * and end with it.
 */
export function sessionLife(): AbortSignal {
  return life.signal;
}

/** For the session store alone. */
export function beginSessionLife(): void {
  const ended = life;
  life = new AbortController();
  ended.abort();
}

/**
 * Does work of one session: after the session's end the promise stays open for ever, so that nobody else hears of the
 * outcome.
 */
export function whileSessionLives<T>(work: (life: AbortSignal) => Promise<T>): Promise<T> {
  const mine = sessionLife();
  return new Promise((resolve, reject) => {
    work(mine).then(
      (value) => !mine.aborted && resolve(value),
      (error: unknown) => !mine.aborted && reject(error),
    );
  });
}
