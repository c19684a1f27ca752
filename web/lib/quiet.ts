/** Milliseconds after the user's last act until the page counts as quiet. */
const STILL = 2000;
/** Milliseconds between two checks. */
const LOOK = 250;

let running = 0;
let lastAct = -STILL;

/** Starts recording when the user acts. */
export function watchActs(): void {
  const note = () => (lastAct = performance.now());
  for (const event of ['pointerdown', 'keydown'] as const)
    addEventListener(event, note, { capture: true, passive: true });
}

/** Counts a request that the user waits for, until it is answered. */
export async function noteRequest<T>(asking: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await asking;
  } finally {
    running -= 1;
  }
}

/**
 * Resolves in a quiet moment: no request is pending, and the user has done nothing for `still` milliseconds.
 * Whatever the page loads ahead of time waits for such a moment before each part, so that it doesn't compete
 * with the user's acts on a slow network.
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
