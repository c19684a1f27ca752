import { existsSync, readFileSync } from 'node:fs';

/** The seconds that the work took, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const since = performance.now();
  const result = await work();
  return [(performance.now() - since) / 1000, result];
}

/** Resident memory of a process in megabytes (Linux; 0 elsewhere). */
export function megabytesOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'latin1'))?.[1] ?? 0) / 1024;
}

/** Samples a process's memory; the returned function stops and returns the growth in megabytes. */
export function watchMemory(pid: number): () => number {
  const before = megabytesOf(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, megabytesOf(pid))), 20).unref();
  return () => {
    clearInterval(timer);
    return Math.max(most, megabytesOf(pid)) - before;
  };
}
