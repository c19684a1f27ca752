import { useCallback, useEffect, useState } from 'react';

export type CallTimer = {
  isRunning: boolean;
  /** Seconds since the start. */
  seconds: number;
  start: () => void;
  /** Ends the measurement. Returns whole minutes, at least one; undefined when nothing was measured. */
  stop: () => number | undefined;
};

/** Measures the duration of a call, which may have begun earlier (milliseconds since 1970). */
export function useCallTimer(begunAt?: number): CallTimer {
  const [startedAt, setStartedAt] = useState(begunAt);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [startedAt]);
  const start = useCallback(() => {
    setNow(Date.now());
    setStartedAt((earlier) => earlier ?? Date.now());
  }, []);
  return {
    isRunning: startedAt !== undefined,
    seconds: startedAt === undefined ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000)),
    start,
    stop: () => {
      if (startedAt === undefined) return undefined;
      setStartedAt(undefined);
      return Math.max(1, Math.round((Date.now() - startedAt) / 60_000));
    },
  };
}
