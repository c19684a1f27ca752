let life = new AbortController();

/**
 * The signal that aborts when this page starts serving another user, client or role, or when nobody is signed
 * in any more. All work of a session depends on it: calls, streams, toasts, notices. The visible parts of a
 * session are React components below SessionProvider, and unmount with it.
 */
export function sessionLife(): AbortSignal {
  return life.signal;
}

/** Only for the session store. */
export function beginSessionLife(): void {
  const ended = life;
  life = new AbortController();
  ended.abort();
}

/**
 * Runs work of one session. After the session ends the promise never settles, so that nobody else sees the
 * result.
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
