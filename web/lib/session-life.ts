let life = new AbortController();

/**
 * Ends when this page serves another person, client or role, or nobody any more. What a session sets in motion hangs on
 * it: calls, streams, toasts, notices. What a session shows lives in React below SessionProvider, which ends with it.
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

/** The work of one session: after its end the promise stays open for ever, so that nobody else hears of the outcome. */
export function whileSessionLives<T>(work: (life: AbortSignal) => Promise<T>): Promise<T> {
  const mine = sessionLife();
  return new Promise((resolve, reject) => {
    work(mine).then(
      (value) => !mine.aborted && resolve(value),
      (error: unknown) => !mine.aborted && reject(error),
    );
  });
}
