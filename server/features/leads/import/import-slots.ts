/** Too many imports are running; answered as 429 with Retry-After. */
export class TooManyImports extends Error {
  readonly status = 429;
  readonly retryAfterSeconds = 10;

  constructor() {
    super('Other imports are running. Please try again in a few seconds.');
    this.name = 'TooManyImports';
  }
}

type Waiting = { owner: string; start: () => void };

const MOST_RUNNING = 2;
const MOST_WAITING = 8;
const MOST_PER_OWNER = 2;

const running: string[] = [];
const waiting: Waiting[] = [];

/**
 * Does `work` in a place of its own: two imports run at once overall, one runs and one waits per owner (a client). The place
 * is held to the end of the work, so that no client's imports stand in line with a child or a connection each. Throws
 * TooManyImports, or the signal's reason.
 */
export async function inImportSlot<T>(
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const release = await slot(owner, signal);
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    release();
  }
}

async function slot(owner: string, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  const own =
    running.filter((each) => each === owner).length + waiting.filter((each) => each.owner === owner).length;
  if (own >= MOST_PER_OWNER || waiting.length >= MOST_WAITING) throw new TooManyImports();
  if (!mayRun(owner)) await turn(owner, signal);
  else running.push(owner);
  return () => {
    running.splice(running.indexOf(owner), 1);
    startNext();
  };
}

const mayRun = (owner: string) => running.length < MOST_RUNNING && !running.includes(owner);

function startNext(): void {
  const index = waiting.findIndex((each) => mayRun(each.owner));
  const [next] = index < 0 ? [] : waiting.splice(index, 1);
  if (!next) return;
  running.push(next.owner);
  next.start();
}

function turn(owner: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      const index = waiting.indexOf(entry);
      if (index >= 0) waiting.splice(index, 1);
      reject(signal.reason);
    };
    const entry: Waiting = {
      owner,
      start: () => {
        signal.removeEventListener('abort', leave);
        resolve();
      },
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(entry);
  });
}
