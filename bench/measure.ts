import { existsSync, readFileSync } from 'node:fs';

/** Seconds, and what came of the work. */
export async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const since = performance.now();
  const result = await work();
  return [(performance.now() - since) / 1000, result];
}

/** Samples a process's resident memory (Linux); the function it returns ends that and answers the growth in megabytes. */
export function watchMemory(pid: number): () => number {
  const status = `/proc/${pid}/status`;
  const held = () =>
    existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'latin1'))?.[1] ?? 0) / 1024 : 0;
  const before = held();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, held())), 20).unref();
  return () => {
    clearInterval(timer);
    return Math.max(most, held()) - before;
  };
}
