/** Milliseconds since the last act of the user after which nobody waits for the page. */
const STILL = 2000;
/** Milliseconds between two looks. */
const LOOK = 250;

let running = 0;
let lastAct = -STILL;

/** Starts noting what the user does. */
export function watchActs(): void {
  const note = () => (lastAct = performance.now());
  for (const event of ['pointerdown', 'keydown'] as const)
    addEventListener(event, note, { capture: true, passive: true });
}

/** Notes a request that somebody waits for, until it has been answered. */
export async function noteRequest<T>(asking: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await asking;
  } finally {
    running -= 1;
  }
}

/**
 * Resolves in a quiet moment: no request is waited for, and the user has done nothing for `still` milliseconds.
 * What the page loads for later waits for one before each part, so that it takes no act's share of a slow
 * network.
 */
export function whenQuiet(still = STILL): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (running === 0 && performance.now() - lastAct >= still) resolve();
      else setTimeout(look, LOOK);
    };
    look();
  });
}
