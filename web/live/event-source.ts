import { EVENT_STREAM, HEARTBEAT_SECONDS, events } from '#shared/protocol/events.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { linesOf, openStream } from '#web/api/stream.ts';

/** In milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** A stream that has been silent for this long is dead, whatever the network reports. */
const SILENCE = HEARTBEAT_SECONDS * 2500;

/**
 * Listens until `signal` ends the stream, reconnecting after every interruption. Listeners receive `missed`
 * when the stream opens later than their page: again, after a failure, or in place of another tab's (`isLate`).
 */
export async function listenLive(
  tell: (event: LiveEvent) => void,
  { signal, isLate }: { signal: AbortSignal; isLate: boolean },
): Promise<void> {
  let pause = FIRST_PAUSE;
  let isBehind = isLate;
  while (!signal.aborted) {
    try {
      await readOnce(signal, {
        onOpen: () => {
          if (isBehind) tell({ type: 'missed' });
        },
        onEvent: (event) => {
          pause = FIRST_PAUSE;
          tell(event);
        },
      });
    } catch {
      // Rejected, interrupted or silent. The end of the session comes through `signal`.
    }
    isBehind = true;
    // Random, so that not everybody reconnects at once when a server is back.
    await pauseFor(pause * (0.5 + Math.random()), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

type Reader = { onOpen: () => void; onEvent: (event: LiveEvent) => void };

async function readOnce(signal: AbortSignal, { onOpen, onEvent }: Reader): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const both = AbortSignal.any([signal, silence.signal]);
  try {
    const response = await openStream(events.live, {}, { accept: EVENT_STREAM, signal: both });
    onOpen();
    for await (const line of linesOf(response)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice('data: '.length)) as LiveEvent);
    }
  } finally {
    clearTimeout(timer);
  }
}

function pauseFor(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
