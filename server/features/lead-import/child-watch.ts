import { readFile } from 'node:fs/promises';

const EVERY_MS = 50;
const PAGE_BYTES = 4096;
/** Processor time of the kernel's clock: a hundredth of a second. */
const TICK_MS = 10;

/** Most memory, and most milliseconds of processor time. */
export type ChildLimits = { megabytes: number; processorMs: number };

/**
 * Calls `tooMuch` when the process holds more memory than it may, `tooLong` when it has worked longer: not waited, which
 * an honest file does on a busy machine. Only Linux tells; elsewhere the limits of the child's heap and of its life have
 * to do. Returns the function that ends the watch.
 */
export function watchChild(
  pid: number | undefined,
  { megabytes, processorMs }: ChildLimits,
  { tooMuch, tooLong }: Record<'tooMuch' | 'tooLong', () => void>,
): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  let reading = false;
  const timer = setInterval(() => {
    if (reading) return;
    reading = true;
    void Promise.all([residentMegabytes(pid), workedMs(pid)])
      .then(([held, worked]) => {
        if (held > megabytes) tooMuch();
        else if (worked > processorMs) tooLong();
      })
      .finally(() => {
        reading = false;
      });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** 0 for a process that has ended. */
export async function residentMegabytes(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').then(
    (statm) => Number(statm.split(' ')[1]),
    () => 0,
  );
  return (pages * PAGE_BYTES) / 1024 / 1024;
}

/** Processor time of all threads, in the process and in the kernel for it. */
async function workedMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name, second and in brackets, may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
